#include "hal/native/native_robot.h"

namespace ventosa::hal {

using controller::Observation;

namespace {

/// Pause before a silent device in lock step is sent its command again.
constexpr std::int64_t kTellAgain_ns = 100'000'000;
/// Time without an answer after which a device in lock step is lost.
constexpr std::int64_t kStepLost_ns = 10'000'000'000;
/// Longest time for a module to receive a grant and to verify that no trigger has been present for
/// a second.
constexpr std::int64_t kGrantTakes_ns = 1'500'000'000;

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

/// Limits the times of a reading to the tick: a later reading counts as one of this tick. @{
controller::LegReading no_later(const native::ModuleLine& line, std::int64_t now_ns) {
  controller::LegReading reading = line.reading();
  const auto limit = [&](std::int64_t& time_ns) { time_ns = std::min(time_ns, now_ns); };
  limit(reading.heard_ns);
  for_each_sample(line.layout(), reading, limit);
  return reading;
}
template <class Reading>
std::optional<Reading> no_later(std::optional<Reading> reading, std::int64_t now_ns) {
  if (reading) reading->sampled_ns = std::min(reading->sampled_ns, now_ns);
  return reading;
}
/// @}

}  // namespace

NativeRobot::NativeRobot(const NativeConfig& config, Network& network)
    : WireRobot(config.model, config.start, config.period_ns),
      network_(network),
      place_(config.place),
      body_(setup_of(config, native::kBodyDevice, config.body_key)) {
  for (std::size_t i = 0; i < n_legs(); ++i) {
    line_.emplace_back(setup_of(config, static_cast<std::uint8_t>(i), config.module_key.at(i)),
                       native::layout_of(model_, i));
    watch_.emplace_back(kNativeFreshness, model_.leg[i].n_joints, model_.leg[i].foot);
  }
  relies_on_imu_ = config.relies_on_imu;
  booted_cup_.resize(n_legs());
  void_grant_.resize(n_legs());
  has_obeyed_.resize(n_legs());
}

void NativeRobot::give_back() noexcept {
  for (std::size_t i = 0; i < n_legs(); ++i) line_[i].release(network_.port(i));
  body_.release(network_.port(n_legs()));
}

/// Sets the mode. Each time the controller becomes active it needs a new grant.
void NativeRobot::enter(GuardMode mode) noexcept {
  WireRobot::enter(mode);
  const bool decides = obeys_controller(mode) || mode == GuardMode::kCut;
  if (decides && !granted_) {
    ++permission_.grant;
    granted_ns_ = ticks_.now_ns();
    has_obeyed_.assign(n_legs(), false);
  }
  granted_ = decides;
  permission_.armed = mode != GuardMode::kReady && mode != GuardMode::kOffline;
}

/// Permission of a module. After a new session it needs a later grant than those it may have
/// missed.
native::Permission NativeRobot::permission(std::size_t leg) const noexcept {
  return {permission_.armed && permission_.grant > void_grant_[leg], permission_.grant};
}

void NativeRobot::begin_ticks() noexcept {
  if (!lock_step_) ticks_.begin(network_.now_ns());
}

void NativeRobot::tell(const controller::Command& command) noexcept {
  const std::int64_t stamp_ns = lock_step_ ? ticks_.now_ns() : network_.now_ns();
  for (std::size_t i = 0; i < n_legs(); ++i) {
    if (!line_[i].is_open()) void_grant_[i] = permission_.grant;
    line_[i].command(command.leg[i], permission(i), network_.port(i), stamp_ns);
  }
  body_.point(command.gaze, network_.port(n_legs()), stamp_ns);
}

/// Continues the handshakes. In lock step a device sends only when asked, so one that is ours but
/// has not sent yet is commanded to hold and answers with its report.
void NativeRobot::greet(std::int64_t now_ns) noexcept {
  const auto lacks_word = [](const native::MasterLine& line, bool has_reported) {
    return !has_reported && line.session().identity()->lock_step;
  };
  for (std::size_t i = 0; i < n_legs(); ++i)
    if (!line_[i].answers(network_.port(i), now_ns))
      line_[i].greet(network_.port(i), now_ns);
    else if (lacks_word(line_[i], line_[i].has_reported()))
      line_[i].command({}, permission(i), network_.port(i), controller::kNeverReceived);
  if (!body_.answers(network_.port(n_legs()), now_ns))
    body_.greet(network_.port(n_legs()), now_ns);
  else if (lacks_word(body_, body_.has_reported()))
    body_.point({}, network_.port(n_legs()), controller::kNeverReceived);
}

void NativeRobot::hear(std::int64_t now_ns) noexcept {
  for (std::size_t i = 0; i < n_legs(); ++i) line_[i].hear(network_.port(i), now_ns);
  body_.hear(network_.port(n_legs()), now_ns);
}

bool NativeRobot::all_open() const noexcept {
  return body_.is_open() &&
         std::all_of(line_.begin(), line_.end(), [](const auto& line) { return line.is_open(); });
}

bool NativeRobot::all_reported() const noexcept {
  return body_.has_reported() && std::all_of(line_.begin(), line_.end(),
                                             [](const auto& line) { return line.has_reported(); });
}

bool NativeRobot::all_reported(std::int64_t period_ns) const noexcept {
  return body_.reported_ns() == period_ns && body_.has_picture() &&
         std::all_of(line_.begin(), line_.end(),
                     [&](const auto& line) { return line.reported_ns() == period_ns; });
}

/// Waits until all devices have reported the next period; repeats commands to those that have not.
void NativeRobot::keep_step(const controller::Command& command) noexcept {
  const std::int64_t next_ns = ticks_.now_ns() + period_ns_;
  const std::int64_t lost_ns = network_.now_ns() + kStepLost_ns;
  while (!all_reported(next_ns) && network_.now_ns() < lost_ns && !gives_up()) {
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
  ticks_.wait_for_next(network_, period_ns_, [&](std::int64_t) { hear(network_.now_ns()); });
}

/// True if the device is up to date. In lock step one without a report for the present period is
/// lost.
bool NativeRobot::keeps_up() const noexcept { return !lock_step_ || all_reported(ticks_.now_ns()); }

void NativeRobot::observe(Observation& seen) noexcept {
  seen.now_ns = ticks_.now_ns();
  for (std::size_t i = 0; i < n_legs(); ++i) seen.leg[i] = no_later(line_[i], ticks_.now_ns());
  seen.body = body_.reading();
  seen.body.sampled_ns = std::min(seen.body.sampled_ns, ticks_.now_ns());
  seen.detections = body_.detections();
  using controller::Equipment;
  if (place_.contains(Equipment::kFix)) seen.fix = no_later(body_.fix(), ticks_.now_ns());
  if (place_.contains(Equipment::kHeading))
    seen.heading = no_later(body_.heading(), ticks_.now_ns());
}

CupZero NativeRobot::cup_zero(std::size_t leg) const noexcept {
  return booted_cup_[leg].zero(line_[leg].reading().cup, ticks_.now_ns());
}

Health NativeRobot::judge() noexcept {
  Health health{.session = all_open() && keeps_up() && all_agree(), .lease = true};
  for (std::size_t i = 0; i < n_legs(); ++i) {
    health.leg[i] = judge(i);
    const bool others = line_[i].session().phase() == native::SessionPhase::kRefused;
    health.lease = health.lease && !others;
  }
  return health;
}

Triggers NativeRobot::judge(std::size_t leg) noexcept {
  const native::ModuleLine& line = line_[leg];
  const std::int64_t now_ns = ticks_.now_ns();
  if (line.session().identity() && line.has_reported())  // the identity arrives first
    booted_cup_[leg].note(*line.session().identity(), line.reading().cup, line.reported_ns(),
                          now_ns);
  Triggers triggers = watch_[leg].judge(no_later(line, now_ns), period_ns_, now_ns);
  if (!line.is_open()) triggers.insert(Trigger::kLost);
  has_obeyed_[leg] = has_obeyed_[leg] || obeys_controller(line.mode());
  const bool is_due = has_obeyed_[leg] || now_ns - granted_ns_ > kGrantTakes_ns;
  if (granted_ && line.mode() == GuardMode::kHold && is_due) triggers.insert(Trigger::kStale);
  return triggers;
}

/// True if no module holds. After a loss of its master a module holds for a second.
bool NativeRobot::has_torque() const noexcept {
  return std::none_of(line_.begin(), line_.end(),
                      [](const auto& line) { return line.mode() == GuardMode::kHold; });
}

LinkStatistics NativeRobot::link(std::size_t device) const noexcept {
  const std::int64_t now_ns = network_.now_ns();
  if (device == n_legs()) return body_.statistics(now_ns);
  LinkStatistics link = line_[device].statistics(now_ns);
  link.foreign = line_[device].n_foreign();
  return link;
}

}  // namespace ventosa::hal
