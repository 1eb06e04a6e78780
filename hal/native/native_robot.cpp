#include "hal/native/native_robot.h"

#include <cmath>
#include <iomanip>
#include <sstream>

namespace ventosa::hal {

using controller::Observation;

namespace {

/// A device that tells more often than it must is asked again when it has been silent for so long.
constexpr std::int64_t kTellAgain_ns = 100'000'000;
/// In lock step a device that says nothing for so long is gone.
constexpr std::int64_t kStepLost_ns = 10'000'000'000;
/// So long a module may take to hear of a grant, and to find that nothing keeps it from going on.
constexpr std::int64_t kGrantTakes_ns = 500'000'000;

native::MasterSession::Setup setup_of(const NativeConfig& config, std::uint8_t module,
                                      const native::Key& key) {
  native::Nonce nonce = config.nonce;
  nonce[0] ^= std::byte{module};
  return {.module = module,
          .key = key,
          .owner = config.owner,
          .nonce = nonce,
          .first_sequence = config.first_sequence};
}

/// Compares what a module says of itself with what the robot's file says.
class IdentityCheck {
 public:
  IdentityCheck(std::string device, std::vector<std::string>& wrong)
      : device_(std::move(device)), wrong_(wrong) {}

  void text(const char* what, std::string_view expected, std::string_view found) {
    if (expected != found) fail(what, std::string(expected), std::string(found));
  }
  void number(const std::string& what, double expected, double found) {
    constexpr double kRounding = 1e-6;
    if (std::abs(expected - found) <= kRounding) return;
    fail(what, text_of(expected), text_of(found));
  }

 private:
  static std::string text_of(double x) {
    std::ostringstream text;
    text << std::setprecision(9) << x;
    return text.str();
  }
  void fail(const std::string& what, const std::string& expected, const std::string& found) {
    wrong_.push_back(device_ + ": " + what + ": expected " + expected + ", found " +
                     (found.empty() ? "none" : found));
  }
  std::string device_;
  std::vector<std::string>& wrong_;
};

/// Of a device that has not told who it is.
std::string why_unknown(const native::MasterSession& session) {
  if (const int version = session.foreign_version(); version != 0)
    return "wire version: expected " + std::to_string(native::kWireVersion) + ", found " +
           std::to_string(version);
  if (session.speaks_another_wire()) return "wire: expected ventosa/1, found another";
  return "expected an answer, found none";
}

void compare(const controller::Joint& joint, const native::JointIdentity& found, int j,
             IdentityCheck& check) {
  const std::string name = "joint " + std::to_string(j + 1);
  check.number(name + " least angle [rad]", joint.q_min_rad, found.q_min_rad);
  check.number(name + " greatest angle [rad]", joint.q_max_rad, found.q_max_rad);
  check.number(name + " torque limit [N m]", joint.torque_limit_Nm, found.torque_limit_Nm);
  static constexpr const char* kAxis[] = {" x", " y", " z"};
  for (int k = 0; k < 3; ++k)
    check.number(name + " place [m]" + kAxis[k], joint.p_PJ[k], found.p_PJ_m[k]);
}

void compare(const controller::Leg& leg, const native::Identity& found, IdentityCheck& check) {
  check.text("name", leg.name, found.module.view());
  check.number("joints", leg.n_joints, found.n_joints);
  check.number("wrist to lip [m]", leg.wrist_to_lip_m, found.wrist_to_lip_m);
  for (int j = 0; j < std::min(leg.n_joints, found.n_joints); ++j)
    compare(leg.joint[static_cast<std::size_t>(j)], found.joint[static_cast<std::size_t>(j)], j,
            check);
}

/// Readings that have come since the tick began count as its own.
controller::LegReading no_later(controller::LegReading reading, std::int64_t now_ns) {
  for (std::int64_t* const time_ns :
       {&reading.sampled_ns, &reading.heard_ns, &reading.cup.sampled_ns, &reading.pack.sampled_ns})
    *time_ns = std::min(*time_ns, now_ns);
  return reading;
}

template <class Mode>
Modes<Mode> modes_of(std::uint32_t bits) {
  Modes<Mode> modes;
  for (std::size_t k = 0; k < controller::kEnumerators<Mode>.size(); ++k)
    if ((bits >> k & 1) != 0) modes.insert(static_cast<Mode>(k));
  return modes;
}

}  // namespace

NativeRobot::NativeRobot(const NativeConfig& config, Network& network)
    : config_(config),
      network_(network),
      body_(setup_of(config, native::kBodyDevice, config.body_key)) {
  for (std::size_t i = 0; i < n_legs(); ++i) {
    const int n_joints = config_.model.leg[i].n_joints;
    line_.emplace_back(setup_of(config_, static_cast<std::uint8_t>(i), config_.module_key.at(i)),
                       n_joints);
    watch_.emplace_back(kNativeFreshness, n_joints);
  }
  can_.needs_arming = true;
  can_.control_period_ns = config_.period_ns;
}

template <class Done>
bool NativeRobot::talk_until(std::int64_t until_ns, Done done) noexcept {
  constexpr std::int64_t kLook_ns = 10'000'000;
  while (!done() && network_.now_ns() < until_ns) {
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
  if (all) can_ = capabilities_told();
  return all;
}

std::vector<std::string> NativeRobot::mismatches() const {
  std::vector<std::string> wrong;
  const auto look = [&](const native::MasterLine& line, const std::string& name, auto compare_it) {
    const auto& identity = line.session().identity();
    if (!identity) return wrong.push_back(name + ": " + why_unknown(line.session()));
    IdentityCheck check(name, wrong);
    check.text("robot", config_.model.name, identity->robot.view());
    check.number("control period [ns]", static_cast<double>(config_.period_ns),
                 static_cast<double>(identity->period_ns));
    compare_it(*identity, check);
  };
  for (std::size_t i = 0; i < n_legs(); ++i) {
    const controller::Leg& leg = config_.model.leg[i];
    look(line_[i], leg.name,
         [&](const auto& identity, auto& check) { compare(leg, identity, check); });
  }
  look(body_, "body", [&](const auto& identity, auto& check) {
    check.text("name", "body", identity.module.view());
  });
  return wrong;
}

Capabilities NativeRobot::capabilities_told() const {
  const native::Identity& body = *body_.session().identity();
  Capabilities can{.cup_modes = {},
                   .impedance = body.impedance,
                   .control_period_ns = config_.period_ns,
                   .telemetry = body.tells,
                   .relays = true,
                   .gaze = body.tells.pan_tilt,
                   .needs_arming = true,
                   .keeps_time = !body.lock_step};
  for (std::size_t i = 0; i < n_legs(); ++i) {
    const native::Identity& module = *line_[i].session().identity();
    can.cup_modes = modes_of<controller::CupMode>(module.cup_modes);
    for (std::size_t j = 0; j < controller::kMaxJoints; ++j)
      can.joint_modes[i][j] = modes_of<controller::JointMode>(module.joint[j].modes);
  }
  return can;
}

bool NativeRobot::claim(std::int64_t until_ns) {
  for (native::ModuleLine& line : line_) line.claim();
  body_.claim();
  const bool ours = talk_until(until_ns, [&] { return all_open() && all_told(); });
  if (ours) {
    lock_step_ = body_.session().identity()->lock_step;
    ticks_.begin(lock_step_ ? body_.told_ns() : network_.now_ns());
  }
  return ours;
}

std::vector<std::string> NativeRobot::holders() const {
  std::vector<std::string> held;
  const auto look = [&](const native::MasterLine& line, const std::string& name) {
    const auto& identity = line.session().identity();
    const bool refused = line.session().phase() == native::SessionPhase::kRefused;
    if (refused || (identity && !line.is_open() && !identity->holder.empty()))
      held.push_back(name + " is held by " + std::string(line.session().holder()));
  };
  for (std::size_t i = 0; i < n_legs(); ++i) look(line_[i], config_.model.leg[i].name);
  look(body_, "body");
  return held;
}

void NativeRobot::release() noexcept {
  released_ = true;
  for (std::size_t i = 0; i < n_legs(); ++i) line_[i].release(network_.port(i));
  body_.release(network_.port(n_legs()));
}

Status NativeRobot::start(controller::Start& start) noexcept {
  start = config_.start;
  observe(start.seen);
  judge();
  if (released_) return Status::kEnded;
  if (!all_open()) return Status::kLost;
  return started_ ? Status::kStale : Status::kOk;
}

Status NativeRobot::exchange(const controller::Command& command, Observation& seen) noexcept {
  if (released_) return Status::kEnded;
  started_ = true;
  breach_ = first_breach(config_.model, last_command_, command,
                         1e-9 * static_cast<double>(config_.period_ns));
  last_command_ = command;
  const controller::Command sound = breach_ ? controller::Command{} : command;
  tell(sound);
  pass_period(sound);
  observe(seen);
  judge();
  if (!health_.session) return Status::kLost;
  const auto is_stale = [](Triggers leg) { return leg.contains(Trigger::kStale); };
  if (std::any_of(health_.leg.begin(), health_.leg.end(), is_stale)) return Status::kStale;
  return ticks_.is_late() ? Status::kLate : Status::kOk;
}

void NativeRobot::idle(Observation& seen) noexcept {
  tell({});
  pass_period({});
  observe(seen);
  judge();
}

Status NativeRobot::listen(Observation& seen) noexcept {
  pass_period({});
  observe(seen);
  judge();
  return health_.session ? Status::kOk : Status::kLost;
}

/// Each time that the controller may decide anew takes a new grant.
void NativeRobot::enter(GuardMode mode) noexcept {
  const bool decides = mode == GuardMode::kActive || mode == GuardMode::kCut;
  if (decides && !granted_) {
    ++permission_.grant;
    granted_ns_ = ticks_.now_ns();
  }
  granted_ = decides;
  permission_.armed = mode != GuardMode::kReady && mode != GuardMode::kOffline;
}

void NativeRobot::tell(const controller::Command& command) noexcept {
  const std::int64_t stamp_ns = lock_step_ ? ticks_.now_ns() : network_.now_ns();
  for (std::size_t i = 0; i < n_legs(); ++i)
    line_[i].command(command.leg[i], permission_, network_.port(i), stamp_ns);
  body_.point(command.gaze, network_.port(n_legs()), stamp_ns);
}

/// Goes on with the handshakes. In lock step, where nothing is told unasked, a device that is ours
/// and has not told anything yet is told to hold: it answers that by telling again.
void NativeRobot::greet(std::int64_t now_ns) noexcept {
  const auto lacks_word = [](const native::MasterLine& line, bool has_told) {
    return !has_told && line.session().identity()->lock_step;
  };
  for (std::size_t i = 0; i < n_legs(); ++i)
    if (!line_[i].is_open())
      line_[i].greet(network_.port(i), now_ns);
    else if (lacks_word(line_[i], line_[i].has_told()))
      line_[i].command({}, permission_, network_.port(i), controller::kNeverTold);
  if (!body_.is_open())
    body_.greet(network_.port(n_legs()), now_ns);
  else if (lacks_word(body_, body_.has_told()))
    body_.point({}, network_.port(n_legs()), controller::kNeverTold);
}

void NativeRobot::hear(std::int64_t now_ns) noexcept {
  for (std::size_t i = 0; i < n_legs(); ++i) line_[i].hear(network_.port(i), now_ns);
  body_.hear(network_.port(n_legs()), now_ns);
}

bool NativeRobot::all_open() const noexcept {
  return body_.is_open() &&
         std::all_of(line_.begin(), line_.end(), [](const auto& line) { return line.is_open(); });
}

bool NativeRobot::all_told() const noexcept {
  return body_.has_told() &&
         std::all_of(line_.begin(), line_.end(), [](const auto& line) { return line.has_told(); });
}

bool NativeRobot::all_reported(std::int64_t period_ns) const noexcept {
  return body_.told_ns() == period_ns && body_.has_picture() &&
         std::all_of(line_.begin(), line_.end(),
                     [&](const auto& line) { return line.told_ns() == period_ns; });
}

/// The next period is there when all have reported on it; who does not is told again.
void NativeRobot::keep_step(const controller::Command& command) noexcept {
  const std::int64_t next_ns = ticks_.now_ns() + config_.period_ns;
  const std::int64_t lost_ns = network_.now_ns() + kStepLost_ns;
  while (!all_reported(next_ns) && network_.now_ns() < lost_ns) {
    const std::int64_t again_ns = network_.now_ns() + kTellAgain_ns;
    while (!all_reported(next_ns) && network_.now_ns() < again_ns) {
      network_.wait_until(again_ns);
      hear(network_.now_ns());
    }
    if (!all_reported(next_ns)) tell(command);
  }
  ticks_.begin(next_ns);
}

void NativeRobot::pass_period(const controller::Command& command) noexcept {
  if (lock_step_) return keep_step(command);
  ticks_.wait_for_next(network_, config_.period_ns, [&](std::int64_t) { hear(network_.now_ns()); });
}

/// In lock step there is no later: a device that has not reported on the present period is lost.
bool NativeRobot::keeps_up() const noexcept { return !lock_step_ || all_reported(ticks_.now_ns()); }

void NativeRobot::observe(Observation& seen) noexcept {
  seen.now_ns = ticks_.now_ns();
  for (std::size_t i = 0; i < n_legs(); ++i)
    seen.leg[i] = no_later(line_[i].reading(), ticks_.now_ns());
  seen.body = body_.reading();
  seen.body.sampled_ns = std::min(seen.body.sampled_ns, ticks_.now_ns());
  seen.detections = body_.detections();
}

void NativeRobot::judge() noexcept {
  health_ = {.session = all_open() && keeps_up(), .lease = true};
  if (ticks_.has_overrun()) health_.robot.insert(Trigger::kOverrun);
  if (breach_) health_.robot.insert(Trigger::kLimit);
  for (std::size_t i = 0; i < n_legs(); ++i) {
    const controller::LegReading reading = no_later(line_[i].reading(), ticks_.now_ns());
    health_.leg[i] = watch_[i].judge(reading, config_.period_ns, ticks_.now_ns());
    if (!line_[i].is_open()) health_.leg[i].insert(Trigger::kLost);
    const bool others = line_[i].session().phase() == native::SessionPhase::kRefused;
    health_.lease = health_.lease && !others;
    const bool holds_by_itself = granted_ && line_[i].mode() == GuardMode::kHold;
    if (holds_by_itself && ticks_.now_ns() - granted_ns_ > kGrantTakes_ns)
      health_.leg[i].insert(Trigger::kStale);
  }
}

LinkStatistics NativeRobot::link(std::size_t device) const noexcept {
  const std::int64_t now_ns = network_.now_ns();
  return device < n_legs() ? line_[device].statistics(now_ns) : body_.statistics(now_ns);
}

}  // namespace ventosa::hal
