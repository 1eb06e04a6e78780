#include "hal/native/master_line.h"

#include <cmath>
#include <numeric>

#include "hal/guard/limit_check.h"

namespace ventosa::hal::native {
namespace {

/// Replacement of a set-point with non-finite numbers: passive stays passive, any other mode holds.
controller::JointSetpoint without_numbers(const controller::JointSetpoint& setpoint) {
  const bool passive = setpoint.mode == controller::JointMode::kPassive;
  return {.mode = passive ? controller::JointMode::kPassive : controller::JointMode::kHold};
}

/// Rejects times in the future: such readings would appear fresh for long. @{
Reject reject_of_times(const Layout& layout, const Report& report, std::int64_t now_ns) {
  bool ahead = report.leg.heard_ns > now_ns;
  for_each_sample(layout, report.leg,
                  [&](std::int64_t sampled_ns) { ahead = ahead || sampled_ns > report.now_ns; });
  return ahead ? Reject::kOutOfRange : Reject::kNone;
}
Reject reject_of_times(const Body& body) {
  bool ahead = std::max(body.imu_ns, body.picture_ns) > body.now_ns;
  ahead = ahead || (body.fix && body.fix->sampled_ns > body.now_ns);
  ahead = ahead || (body.heading && body.heading->sampled_ns > body.now_ns);
  return ahead ? Reject::kOutOfRange : Reject::kNone;
}
/// @}

}  // namespace

bool MasterLine::answers(Port& port, std::int64_t now_ns) noexcept {
  constexpr std::int64_t kSilent_ns = 1'000'000'000;
  const bool is_silent =
      is_open() && !keeps_step() && now_ns - std::max(opened_ns_, last_ns_) > kSilent_ns;
  if (is_silent) {
    session_.resume();
    port.listen_to_all();
  }
  return is_open();
}

void MasterLine::greet(Port& port, std::int64_t now_ns) noexcept {
  std::array<std::byte, kMaxDatagram> buffer;
  if (const std::size_t n = session_.say(now_ns, buffer); n > 0)
    port.send(std::span(buffer).first(n));
}

void MasterLine::release(Port& port) noexcept {
  if (is_open()) tell(Release{}, {}, port);
}

LinkStatistics MasterLine::statistics(std::int64_t now_ns) const noexcept {
  const RejectCounts& rejects = session_.rejects();
  std::optional<std::int64_t> age_ns, gap_ns;
  if (heard_ > 0) {
    age_ns = now_ns - last_ns_;
    gap_ns = std::max(longest_gap_ns_, *age_ns);
  }
  return {.sent = sent_,
          .heard = heard_,
          .missing = session_.n_missing(),
          .rejected = std::accumulate(rejects.begin(), rejects.end(), std::uint64_t{0}),
          .bad = bad_.n_alarming(),
          .age_ns = age_ns,
          .longest_gap_ns = gap_ns,
          .round_trip_p50_ns = round_trip_.quantile_ns(0.5),
          .round_trip_p99_ns = round_trip_.quantile_ns(0.99)};
}

void MasterLine::note_arrival(std::int64_t now_ns) noexcept {
  if (heard_++ > 0) longest_gap_ns_ = std::max(longest_gap_ns_, now_ns - last_ns_);
  last_ns_ = now_ns;
}

void MasterLine::note_clock(std::int64_t module_ns, std::int64_t now_ns) noexcept {
  if (!keeps_step()) clock_.note(module_ns, now_ns);
}

std::int64_t MasterLine::on_master_ns(std::int64_t module_ns) const noexcept {
  return keeps_step() ? module_ns : clock_.on_master_ns(module_ns);
}

void ModuleLine::command(const controller::LegCommand& command, const Permission& permission,
                         Port& port, std::int64_t now_ns) noexcept {
  if (!answers(port, now_ns)) return greet(port, now_ns);
  Command message{now_ns, permission, command};
  for (controller::JointSetpoint& joint : message.leg.joint)
    if (!is_finite(joint)) joint = without_numbers(joint);
  if (!is_finite(message.leg.cup)) message.leg.cup = {};
  tell(message, layout_, port);
}

void ModuleLine::hear(Port& port, std::int64_t now_ns) noexcept {
  hear_each(port, now_ns, [&](const Opened& opened) {
    Report report;
    if (read(opened, layout_, report) &&
        accepts(reject_of_times(layout_, report, keeps_step() ? report.now_ns : now_ns)))
      take(report, now_ns);
  });
}

void ModuleLine::take(const Report& report, std::int64_t now_ns) noexcept {
  note_clock(report.now_ns, now_ns);
  note_refusals(report.rejected, now_ns);
  note_restart(report.now_ns, now_ns);
  report_ = report;
  if (report_.leg.module.boots) *report_.leg.module.boots += n_restarts_;
  has_reported_ = true;
  reported_ns_ = report.now_ns;
  for_each_sample(layout_, report_.leg, [&](std::int64_t& time_ns) {
    if (time_ns != controller::kNeverReceived) time_ns = on_master_ns(time_ns);
  });
  if (report.leg.heard_ns != controller::kNeverReceived)
    note_round_trip(report.leg.heard_ns, now_ns);
}

/// Counts commands that the module has rejected in the present session. Before it our own commands
/// were rejected, too.
void ModuleLine::note_refusals(std::uint32_t n_rejected, std::int64_t now_ns) noexcept {
  const bool can_be_commanded = has_reported_ && !session_is_new_;
  if (can_be_commanded && n_rejected > report_.rejected)
    foreign_.note(n_rejected - report_.rejected, n_sent(), now_ns);
}

/// Counts a reboot if a new session's clock is behind its expected value, whatever the boot counter
/// says.
void ModuleLine::note_restart(std::int64_t module_ns, std::int64_t now_ns) noexcept {
  constexpr std::int64_t kSlack_ns = 1'000'000'000;
  const std::int64_t due_ns = reported_ns_ + (now_ns - taken_ns_);
  const bool can_be_commanded = has_reported_ && session_is_new_ && !keeps_step();
  n_restarts_ += can_be_commanded && module_ns < due_ns - kSlack_ns;
  session_is_new_ = false;
  taken_ns_ = now_ns;
}

void BodyLine::point(const std::optional<controller::Gaze>& gaze, Port& port,
                     std::int64_t now_ns) noexcept {
  if (!answers(port, now_ns)) return greet(port, now_ns);
  const bool is_one = gaze && std::isfinite(gaze->pan_rad + gaze->tilt_rad);
  tell(Gaze{now_ns, is_one ? gaze : std::nullopt}, {}, port);
}

void BodyLine::hear(Port& port, std::int64_t now_ns) noexcept {
  hear_each(port, now_ns, [&](const Opened& opened) {
    Body body;
    Planes planes;
    if (opened.header.kind == Kind::kPlanes) {
      if (read(opened, {}, planes)) take(planes);
    } else if (read(opened, layout(), body) && accepts(reject_of_times(body))) {
      take(body, now_ns);
    }
  });
}

void BodyLine::take(const Body& body, std::int64_t now_ns) noexcept {
  note_clock(body.now_ns, now_ns);
  body_ = body;
  has_reported_ = true;
  complete_picture();
}

void BodyLine::take(const Planes& planes) noexcept {
  const auto part = static_cast<std::size_t>(planes.first / Planes::kCount);
  if (planes.first < 0 || planes.first % Planes::kCount != 0 || part >= parts_.size()) return;
  parts_[part] = planes;
  complete_picture();
}

std::int64_t BodyLine::picture_ns() const noexcept {
  return body_.picture_ns < 0 ? -1 : on_master_ns(body_.picture_ns);
}

controller::BodyReading BodyLine::reading() const noexcept {
  return {.sampled_ns = on_master_ns(body_.imu_ns),
          .specific_force_B = body_.specific_force_B,
          .w_WB_B = body_.w_WB_B};
}

std::optional<controller::FixReading> BodyLine::fix() const noexcept {
  return on_master(body_.fix);
}

std::optional<controller::HeadingReading> BodyLine::heading() const noexcept {
  return on_master(body_.heading);
}

Layout BodyLine::layout() const noexcept {
  const std::optional<Identity>& identity = session().identity();
  return identity ? layout_of(*identity) : Layout{};
}

void BodyLine::complete_picture() noexcept {
  constexpr int kMost = controller::kMaxDetectedPlanes;
  if (body_.picture_ns < 0 || body_.n_planes < 0 || body_.n_planes > kMost) return;
  for (const Planes& part : parts_)
    if (part.picture_ns != body_.picture_ns) return;
  detections_ = {.sampled_ns = picture_ns(),
                 .pan_rad = body_.pan_rad,
                 .tilt_rad = body_.tilt_rad,
                 .n = body_.n_planes};
  for (std::size_t k = 0; k < kMost; ++k)
    detections_.plane[k] = parts_[k / Planes::kCount].plane[k % Planes::kCount];
}

}  // namespace ventosa::hal::native
