#include "hal/native/native_robot.h"

/// Steps of a master of the native protocol before the start.
namespace ventosa::hal {

namespace {

/// Likely reason why a device has not sent its identity.
std::string why_unknown(const native::MasterSession& session) {
  if (const int version = session.foreign_version(); version != 0)
    return "wire version: expected " + std::to_string(native::kWireVersion) + ", found " +
           std::to_string(version);
  if (session.speaks_another_wire())
    return std::string("wire: expected ") + native::kWireName + ", found another";
  return "expected an answer, found none: it is off or unreachable, the address is another "
         "module's, or its key differs";
}

}  // namespace

template <class Done>
bool NativeRobot::talk_until(std::int64_t until_ns, Done done) noexcept {
  constexpr std::int64_t kLook_ns = 10'000'000;
  while (!done() && network_.now_ns() < until_ns && !gives_up()) {
    greet(network_.now_ns());
    network_.wait_until(std::min(until_ns, network_.now_ns() + kLook_ns));
    hear(network_.now_ns());
  }
  return done();
}

bool NativeRobot::ask(std::int64_t until_ns) {
  const auto is_known = [](const native::MasterLine& line) {
    return line.session().identity().has_value();
  };
  const bool all = talk_until(until_ns, [&] {
    return std::all_of(line_.begin(), line_.end(), is_known) && is_known(body_);
  });
  if (all) can_ = capabilities_reported();
  return all;
}

/// Calls visit(Difference) for each value of a device that differs from what it must be.
template <class Visit>
void NativeRobot::compare(std::size_t device, const native::Identity& found, Visit visit) const {
  if (device < n_legs())
    native::compare(expected(), device, found, visit);
  else
    native::compare_body(expected(), found, visit);
}

std::vector<std::string> NativeRobot::mismatches() const {
  std::vector<std::string> wrong;
  for (std::size_t device = 0; device < n_devices(); ++device) {
    const std::string name = (device < n_legs() ? model_.leg[device].name : "body") + ": ";
    const native::MasterSession& session = line(device).session();
    const auto add = [&](const Difference& each) { wrong.push_back(name + text_of(each)); };
    if (session.identity())
      compare(device, *session.identity(), add);
    else
      wrong.push_back(name + why_unknown(session));
  }
  return wrong;
}

std::vector<Difference> NativeRobot::differences(std::size_t leg) const {
  std::vector<Difference> all;
  if (const auto& identity = line_[leg].session().identity())
    compare(leg, *identity, [&](const Difference& each) { all.push_back(each); });
  return all;
}

/// Fills in the values that only this protocol carries. The drives of a module receive speed and
/// current with each set-point and hold until then, so there are no settings to make.
void NativeRobot::complete(std::size_t leg, ModuleSituation& module) const noexcept {
  const native::ModuleLine& line = line_[leg];
  const auto& identity = line.session().identity();
  const controller::LegReading& reading = line.reading();
  const std::int64_t now_ns = ticks_.now_ns();
  module.is_ours = line.is_open() && line.has_reported();
  const std::int64_t age_ns = age_of(std::min(reading.sampled_ns, now_ns), now_ns);
  module.readings = freshness(age_ns, period_ns_, kNativeFreshness);
  module.settings_made = true;
  if (!identity) return;
  compare(leg, *identity, [&](const Difference& each) { note_difference(each, module); });
  for (std::size_t j = 0; j < static_cast<std::size_t>(module.n_joints); ++j) {
    const auto modes = Modes<controller::JointMode>::of_bits(identity->joint[j].modes);
    module.joint[j].can_have_mode = modes.contains(controller::JointMode::kImpedance) ||
                                    modes.contains(controller::JointMode::kPosition);
  }
}

Capabilities NativeRobot::capabilities_reported() const {
  const native::Identity& body = *body_.session().identity();
  Capabilities can{.cup_modes = {},
                   .impedance = body.impedance,
                   .control_period_ns = period_ns_,
                   .telemetry = body.tells,
                   .gaze = body.tells.pan_tilt,
                   .needs_arming = true,
                   .keeps_time = !body.lock_step};
  for (std::size_t i = 0; i < n_legs(); ++i) {
    const native::Identity& module = *line_[i].session().identity();
    if (const auto* const cup = std::get_if<native::CupIdentity>(&module.foot))
      can.cup_modes = Modes<controller::CupMode>::of_bits(cup->modes);
    can.relays = can.relays || module.pack;
    for (std::size_t j = 0; j < controller::kMaxJoints; ++j)
      can.joint_modes[i][j] = Modes<controller::JointMode>::of_bits(module.joint[j].modes);
  }
  return can;
}

bool NativeRobot::claim(std::int64_t until_ns) {
  for (native::ModuleLine& line : line_) line.claim();
  body_.claim();
  const bool ours = talk_until(until_ns, [&] { return all_open() && all_reported(); });
  if (ours) {
    lock_step_ = body_.session().identity()->lock_step;
    ticks_.begin(lock_step_ ? body_.reported_ns() : network_.now_ns());
  }
  return ours;
}

std::vector<std::string> NativeRobot::holders() const {
  std::vector<std::string> held;
  const auto look = [&](const native::MasterLine& line, const std::string& name) {
    const auto& identity = line.session().identity();
    const bool refused = line.session().phase() == native::SessionPhase::kRefused;
    if (refused || (identity && !line.is_open() && !identity->holder.empty()))
      held.push_back(name + " has another master: " + std::string(line.session().holder()));
  };
  for (std::size_t i = 0; i < n_legs(); ++i) look(line_[i], model_.leg[i].name);
  look(body_, "body");
  return held;
}

std::vector<std::string> NativeRobot::take_over(const Say& say) {
  constexpr std::int64_t kAnswerWithin_ns = 3'000'000'000;
  constexpr std::int64_t kOursWithin_ns = 12'000'000'000;  // repeated every 5.5 s
  ask(network_.now_ns() + kAnswerWithin_ns);
  if (std::vector<std::string> wrong = mismatches(); !wrong.empty()) return wrong;
  for (const std::string& held : holders()) say(held);
  if (claim(network_.now_ns() + kOursWithin_ns)) return {};
  const std::vector<std::string> held = holders();
  return held.empty() ? not_reported() : held;
}

/// Devices that are ours but silent, a line each.
std::vector<std::string> NativeRobot::not_reported() const {
  std::vector<std::string> silent;
  const auto look = [&](bool has_reported, const std::string& name) {
    if (!has_reported) silent.push_back(name + ": expected readings, found none");
  };
  for (std::size_t i = 0; i < n_legs(); ++i) look(line_[i].has_reported(), model_.leg[i].name);
  look(body_.has_reported(), "body");
  return silent;
}

bool NativeRobot::all_agree() const noexcept {
  bool agree = true;
  const auto disagree = [&](const Difference&) { agree = false; };
  for (std::size_t i = 0; i < n_legs(); ++i)
    if (const auto& identity = line_[i].session().identity()) compare(i, *identity, disagree);
  return agree;
}

}  // namespace ventosa::hal
