#pragma once

#include <optional>
#include <span>

#include "controller/model/observation.h"
#include "hal/broadcast/codec.h"
#include "hal/network.h"

namespace ventosa::hal::broadcast {

/// The slave of one leg: takes references, keeps the last ones, and writes replies. It has no
/// torque before references have equalled the positions that it reports. Knows no socket and no
/// clock.
class Slave {
 public:
  struct Setup {
    int leg = 0;
    int n_joints = 0;
    bool lock_step = false;
  };
  /// Result of hearing a datagram.
  enum class Heard : std::uint8_t {
    kIgnored,
    kRepeated,  ///< the number of the last one: to be answered again
    kTaken,
  };

  explicit Slave(const Setup& setup) noexcept : setup_(setup) {}

  /// @param q_rad  present positions of the motors
  Heard hear(const Call& call, std::int64_t now_ns,
             const controller::PerJoint<double>& q_rad) noexcept;

  /// Command to the leg's drives: the last references, or torque off.
  controller::LegCommand command() const noexcept;

  /// Writes the reply to the last datagram taken.
  std::span<const std::byte> reply(const controller::LegReading& reading, std::int64_t read_ns,
                                   std::span<std::byte, kMaxReply> buffer) const noexcept;

  /// Forgets references and master, and has no torque.
  void boot() noexcept;

  bool has_torque() const noexcept { return has_torque_; }
  /// Sender of the references; no value: none has been heard.
  const std::optional<Source>& master() const noexcept { return master_; }
  /// True if the last datagram taken engages a slave of any leg.
  bool engages() const noexcept { return engages_; }
  const RejectCounts& rejects() const noexcept { return rejects_; }

 private:
  Reject judge(const Call& call, std::int64_t now_ns, References& references) const noexcept;
  void obey(const LegReferences& references, const controller::PerJoint<double>& q_rad) noexcept;
  bool is_equal(const LegReferences& references,
                const controller::PerJoint<double>& q_rad) const noexcept;
  bool is_left_alone(std::int64_t now_ns) const noexcept;

  Setup setup_;
  std::optional<Source> master_{};
  std::uint32_t number_ = 0;
  std::int64_t heard_ns_ = 0;
  bool has_torque_ = false, engages_ = false;
  controller::PerJoint<double> q_rad_{};
  RejectCounts rejects_{};
};

/// Time without a datagram of its master after which a slave takes any master's.
inline constexpr std::int64_t kLeftAlone_ns = 1'000'000'000;

}  // namespace ventosa::hal::broadcast
