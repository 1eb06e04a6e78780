#pragma once

#include "hal/link/link_statistics.h"
#include "hal/link/unexplained.h"
#include "hal/native/clock_map.h"
#include "hal/native/master_session.h"
#include "hal/network.h"

/// A master's connection to one module or to the body's device: session, received data, statistics.
namespace ventosa::hal::native {

class MasterLine {
 public:
  explicit MasterLine(const MasterSession::Setup& setup) noexcept : session_(setup) {}

  const MasterSession& session() const noexcept { return session_; }
  bool is_open() const noexcept { return session_.is_open(); }
  void claim() noexcept { session_.claim(); }

  /// True if the module is ours and sends. A silent module may have a new address, or an old
  /// address of ours: it is queried again, and accepted from any address.
  bool answers(Port& port, std::int64_t now_ns) noexcept;

  /// Continues the handshake.
  void greet(Port& port, std::int64_t now_ns) noexcept;

  /// Gives up the module: it has no master and holds.
  void release(Port& port) noexcept;

  LinkStatistics statistics(std::int64_t now_ns) const noexcept;
  std::uint64_t n_sent() const noexcept { return sent_; }

 protected:
  template <class Message>
  void tell(const Message& message, const Layout& layout, Port& port) noexcept {
    std::array<std::byte, kMaxDatagram> buffer;
    const Encoded encoded = session_.seal(message, layout, buffer);
    if (encoded.reject != Reject::kNone) return session_.count(encoded.reject);
    port.send(std::span(buffer).first(encoded.n_bytes));
    ++sent_;
  }

  /// Calls take(opened) for each valid reading that has arrived.
  template <class Take>
  void hear_each(Port& port, std::int64_t now_ns, Take take) noexcept {
    std::array<std::byte, kDatagramRoom> buffer;
    for (auto datagram = port.receive(buffer); !datagram.empty(); datagram = port.receive(buffer)) {
      const bool was_open = is_open();
      const std::uint64_t n_bad = session_.n_bad();
      if (const Opened* const opened = session_.hear(datagram, now_ns)) {
        port.keep_to_sender();
        note_arrival(now_ns);
        take(*opened);
      } else if (!was_open && is_open()) {
        opened_ns_ = now_ns;
        clock_ = {};  // the module may have rebooted
        session_is_new_ = true;
      }
      if (session_.n_bad() > n_bad) bad_.note(session_.n_bad() - n_bad, sent_, now_ns);
    }
  }

  template <class Message>
  bool read(const Opened& opened, const Layout& layout, Message& message) noexcept {
    const bool is_one = opened.header.kind == Message::kKind;
    return accepts(is_one ? decode(opened.payload, layout, message) : Reject::kKind);
  }
  bool accepts(Reject reject) noexcept {
    if (reject != Reject::kNone) session_.count(reject);
    return reject == Reject::kNone;
  }

  bool keeps_step() const noexcept { return session_.identity() && session_.identity()->lock_step; }

  /// Notes a time of the module's clock. In lock step both clocks are the same.
  void note_clock(std::int64_t module_ns, std::int64_t now_ns) noexcept;
  std::int64_t on_master_ns(std::int64_t module_ns) const noexcept;

  /// A reading with its time on the master's clock.
  template <class Reading>
  std::optional<Reading> on_master(std::optional<Reading> reading) const noexcept {
    if (reading) reading->sampled_ns = on_master_ns(reading->sampled_ns);
    return reading;
  }

  void note_round_trip(std::int64_t sent_ns, std::int64_t now_ns) noexcept {
    if (!keeps_step()) round_trip_.add(now_ns - sent_ns);
  }

  bool session_is_new_ = false;  ///< no report of the present session has been taken yet

 private:
  void note_arrival(std::int64_t now_ns) noexcept;

  MasterSession session_;
  ClockMap clock_;
  TimeHistogram round_trip_;
  Unexplained bad_{Unexplained::kTwo};
  std::uint64_t sent_ = 0, heard_ = 0;
  std::int64_t opened_ns_ = 0, last_ns_ = 0, longest_gap_ns_ = 0;
};

/// Connection to a module with a leg.
class ModuleLine : public MasterLine {
 public:
  /// @param layout  by the robot file
  ModuleLine(const MasterSession::Setup& setup, const Layout& layout) noexcept
      : MasterLine(setup), layout_(layout) {}

  /// Sends a command. A set-point with non-finite numbers is replaced by hold.
  void command(const controller::LegCommand& command, const Permission& permission, Port& port,
               std::int64_t now_ns) noexcept;
  void hear(Port& port, std::int64_t now_ns) noexcept;

  const Layout& layout() const noexcept { return layout_; }
  bool has_reported() const noexcept { return has_reported_; }
  std::int64_t reported_ns() const noexcept {
    return reported_ns_;
  }  ///< time of the last report, on the module's clock
  /// Mode of the module's own safe-state machine.
  GuardMode mode() const noexcept { return report_.mode; }
  std::uint32_t n_rejected() const noexcept {
    return report_.rejected;
  }  ///< number of commands that the module has rejected
  /// Number of rejected commands that copies and delays of our own do not explain.
  std::uint64_t n_foreign() const noexcept { return foreign_.n_alarming(); }
  /// Last reading, with times on the master's clock; `boots` includes reboots detected by the
  /// module's clock.
  const controller::LegReading& reading() const noexcept { return report_.leg; }

 private:
  void take(const Report& report, std::int64_t now_ns) noexcept;
  void note_refusals(std::uint32_t n_rejected, std::int64_t now_ns) noexcept;
  void note_restart(std::int64_t module_ns, std::int64_t now_ns) noexcept;

  const Layout layout_;
  std::int32_t n_restarts_ = 0;  ///< restarts of the module, detected by its clock
  std::int64_t taken_ns_ = 0;    ///< arrival of the last report, on the master's clock
  bool has_reported_ = false;
  std::int64_t reported_ns_ = 0;
  Report report_;
  Unexplained foreign_{Unexplained::kTwo};
};

/// Connection to the body's device.
class BodyLine : public MasterLine {
 public:
  using MasterLine::MasterLine;

  void point(const std::optional<controller::Gaze>& gaze, Port& port, std::int64_t now_ns) noexcept;
  void hear(Port& port, std::int64_t now_ns) noexcept;

  bool has_reported() const noexcept { return has_reported_; }
  std::int64_t reported_ns() const noexcept {
    return body_.now_ns;
  }  ///< time of the last report, on the device's clock
  /// True if all parts of the last reported picture have arrived.
  bool has_picture() const noexcept { return detections_.sampled_ns == picture_ns(); }
  controller::BodyReading reading() const noexcept;
  /// Last readings of GPS and compass, with times on the master's clock. @{
  std::optional<controller::FixReading> fix() const noexcept;
  std::optional<controller::HeadingReading> heading() const noexcept;
  /// @}
  const controller::PlaneDetections& detections() const noexcept { return detections_; }

 private:
  /// By the identity: a body has the sensors that it has.
  Layout layout() const noexcept;
  std::int64_t picture_ns() const noexcept;
  void take(const Body& body, std::int64_t now_ns) noexcept;
  void take(const Planes& planes) noexcept;
  void complete_picture() noexcept;

  bool has_reported_ = false;
  Body body_;
  std::array<Planes, controller::kMaxDetectedPlanes / Planes::kCount> parts_{};
  controller::PlaneDetections detections_;
};

}  // namespace ventosa::hal::native
