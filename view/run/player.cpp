#include "view/run/player.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>

#include "record/output_file.h"
#include "record/state_hash.h"
#include "view/run/live_modules.h"
#include "view/run/live_robot.h"

namespace ventosa::view {
namespace {

constexpr double kIdle_s = 0.1;            // waiting time while paused
constexpr std::size_t kQueuedRows = 4096;  // half a second at full speed
constexpr double kLongestNap_s = 5e-3;     // while playing; bounds the delay of requests

double now_s() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

/// True if two scenarios have robots with the same legs, and the same control period.
bool are_alike(const scenarios::Scenario& a, const scenarios::Scenario& b) {
  const auto same_joints = [](const controller::Leg& leg, const controller::Leg& other) {
    return leg.n_joints == other.n_joints;
  };
  return std::ranges::equal(a.robot.nominal.leg, b.robot.nominal.leg, same_joints) &&
         a.twin.control_period_s == b.twin.control_period_s;
}

scenarios::Subject subject_of(const Load& load) {
  return load.connect || load.modules ? scenarios::Subject::kRobot : scenarios::Subject::kTwin;
}

std::unique_ptr<LiveRun> make_run(const Load& load, const hal::WireRobot::Say& say,
                                  std::vector<record::RowSink*> sinks) {
  if (load.modules)
    return std::make_unique<LiveModules>(
        *load.scenario, load.seed, load.modules(*load.scenario, load.seed, say), std::move(sinks));
  if (!load.connect) return std::make_unique<LiveTwin>(*load.scenario, load.seed, std::move(sinks));
  return std::make_unique<LiveRobot>(*load.scenario, load.seed,
                                     load.connect(*load.scenario, load.seed), std::move(sinks));
}

/// Set of the attached feet.
controller::PerLeg<bool> held_feet(const LiveRun& live) {
  controller::PerLeg<bool> held{};
  for (std::size_t i = 0; i < held.size(); ++i)
    held[i] = live.truth() != nullptr ? live.truth()->leg[i].cup.phase == sim::CupPhase::kAttached
                                      : live.run().controller().diagnostics().report[i].attached;
  return held;
}

}  // namespace

bool Player::LastRow::take(std::int64_t, std::span<const double> signals) noexcept {
  try {
    row.assign(signals.begin(), signals.end());
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

Player::Player(Messages& messages, std::filesystem::path keep)
    : messages_(messages), keep_(std::move(keep)), thread_([this] { run(); }) {}

Player::~Player() {
  ends_ = true;
  requested_.notify_one();
  thread_.join();
}

void Player::ask(Request request) {
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(std::move(request));
  }
  requested_.notify_one();
}

void Player::run() {
  while (!ends_) {
    const bool requested = take_requests();
    if (!earlier_hash_.empty()) {
      tick();
      if (mailbox_.is_taken()) show();
      wait_for_plots();
      continue;
    }
    if (!playing_) {
      if (live_ && (requested || !is_shown_)) show();
      wait_for_requests(kIdle_s);
      continue;
    }
    const double wait_s = keeps_time() ? 0 : pace_->wait_s(now_s(), live_->tick() + 1);
    if (wait_s > 0)
      wait_for_requests(std::min(wait_s, kLongestNap_s));
    else
      tick();
    if (mailbox_.is_taken()) show();
  }
  keep_what_was_done();
  end();
}

/// Ends the run; called by the thread that uses the robot.
void Player::end() {
  if (!live_) return;
  const std::optional<WireStatus> wire = live_->wire();
  const std::int64_t n_ticks = live_->tick();
  live_.reset();
  if (wire) messages_.info(loop_text(wire->loop, n_ticks));
}

void Player::fail(const std::string& why) {
  const std::lock_guard lock(mutex_);
  failure_ = why;
}

void Player::clear_failure() {
  const std::lock_guard lock(mutex_);
  failure_.reset();
}

std::optional<std::string> Player::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void Player::keep_what_was_done() {
  if (!std::exchange(unsaved_, false)) return;
  if (keep_.empty()) return messages_.warn("unsaved interventions are lost: no folder for them");
  const std::filesystem::path file = record::fresh_file(keep_ / scenario_->name, "_touched.yaml");
  try {
    record::write_text(file, live_->recorded_scenario());
    messages_.info("unsaved interventions are saved: " + file.string());
  } catch (const std::exception& error) {
    messages_.warn(error.what());
  }
}

void Player::wait_for_requests(double at_most_s) {
  std::unique_lock lock(mutex_);
  requested_.wait_for(lock, std::chrono::duration<double>(at_most_s),
                      [this] { return !requests_.empty() || ends_; });
}

/// Takes requests, if the other thread is not adding one: a tick never waits.
bool Player::take_requests() {
  {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return false;
    taken_.swap(requests_);
  }
  for (const Request& request : taken_) carry_out(request);
  const bool any = !taken_.empty();
  taken_.clear();
  return any;
}

void Player::carry_out(const Request& request) {
  const bool is_load = std::holds_alternative<Load>(request);
  if (!live_ && !is_load) return;
  if (!earlier_hash_.empty() && !is_load) {
    later_.push_back(request);
    return;
  }
  try {
    std::visit([this](const auto& one) { carry_out_one(one); }, request);
  } catch (const std::exception& error) {
    if (!live_) return fail(error.what());
    messages_.warn(error.what());
  }
}

void Player::carry_out_one(const Play&) { play(!over_); }
void Player::carry_out_one(const Pause&) {
  refuse_to_rule_its_time();
  play(false);
}

void Player::carry_out_one(const Step& step) {
  refuse_to_rule_its_time();
  play(false);
  const std::int64_t target = live_->tick() + step.n_ticks;
  if (target <= live_->n_reached()) return seek(target);
  while (live_->tick() < target && !over_ && !ends_) {
    tick();
    if (mailbox_.is_taken()) show();
    wait_for_plots();
  }
}

/// Waits so that plots miss no row while the run is hurried, as long as they are drawn.
void Player::wait_for_plots() {
  for (int n = 0; n < 500 && rows_->is_nearly_full() && !ends_; ++n)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

void Player::carry_out_one(const Speed& speed) {
  refuse_to_rule_its_time();
  speed_ = speed.factor;
  play(playing_);
}

void Player::carry_out_one(const Faster& faster) {
  constexpr double kSlowest = 0.125, kFastest = 16;
  const double now = speed_ == Pace::kAsFastAsPossible ? kFastest : speed_;
  carry_out_one(Speed{std::clamp(faster.times * now, kSlowest, kFastest)});
}

void Player::carry_out_one(const Seek& wanted) { seek(wanted.tick); }

void Player::carry_out_one(const Load& load) {
  auto rows = std::make_shared<RowQueue>(recorded_columns(*load.scenario, subject_of(load)).size(),
                                         kQueuedRows);
  clear_failure();
  if (live_) live_->give_back();
  const auto say = [this](const std::string& text) { messages_.info(text); };
  std::unique_ptr<LiveRun> live = make_run(load, say, {&last_row_, rows.get()});
  keep_what_was_done();
  ghost_.reset();
  live_ = std::move(live);
  earlier_hash_ = load.earlier_hash;
  later_.clear();
  rows_ = std::move(rows);
  scenario_ = load.scenario;
  seed_ = load.seed;
  ++n_runs_;
  pace_.emplace(scenario_->twin.control_period_s);
  events_.clear();
  times_.clear();
  over_ = false;
  look_at_tick();
  play(keeps_time());
}

void Player::carry_out_one(const ShowGhost& wanted) {
  if (wanted.scenario && keeps_time())
    throw std::runtime_error("a robot in real time cannot wait for another run");
  std::unique_ptr<LiveTwin> ghost;
  if (wanted.scenario) ghost = std::make_unique<LiveTwin>(*wanted.scenario, wanted.seed);
  if (ghost && !are_alike(*wanted.scenario, *scenario_))
    throw std::runtime_error("a ghost must be a run of the same robot with the same period");
  ghost_ = std::move(ghost);
  ghost_scenario_ = wanted.scenario;
  look_at_tick();
  is_shown_ = false;
}

void Player::carry_out_one(const Save& save) {
  if (!live_->can_be_saved())
    throw std::runtime_error(
        "a run with modules cannot be saved as a scenario: its waiting times are not reproducible");
  record::write_text(save.file, live_->recorded_scenario());
  unsaved_ = false;
  const bool is_twin = live_->truth() != nullptr;  // only a twin's hash includes ground truth
  messages_.info("written: " + save.file.string() +
                 (is_twin ? ", state hash here " + record::hexadecimal(live_->run().state_hash())
                          : std::string()));
}

void Player::carry_out_one(const Intervention& intervention) {
  if (live_->run().is_over())
    throw std::runtime_error("the run has ended: go back before intervening");
  live_->intervene(intervention);
  unsaved_ = live_->can_be_saved();
  events_.touched(live_->tick() + 1);
}

void Player::seek(std::int64_t tick) {
  live_->seek(tick);
  over_ = false;
  look_at_tick();
  play(playing_);
}

bool Player::keeps_time() const { return live_->run().capabilities().keeps_time; }

void Player::refuse_to_rule_its_time() const {
  if (keeps_time()) throw std::runtime_error("this robot runs in real time: use HOLD to stop it");
}

/// Plays or pauses; a robot in real time cannot pause.
void Player::play(bool playing) {
  playing_ = playing || (keeps_time() && !over_);
  is_shown_ = false;
  pace_->start(now_s(), live_->tick(), speed_);
}

void Player::tick() {
  const double start_s = now_s();
  const bool more = live_->advance();
  const double end_s = now_s();
  times_.add(end_s - start_s);
  pace_->passed(end_s, live_->tick());
  look_at_tick();
  is_shown_ = false;
  if (more) return;
  over_ = true;
  playing_ = false;
  if (!earlier_hash_.empty()) end_repeat();
}

void Player::end_repeat() {
  const std::string hash = record::hexadecimal(live_->run().state_hash());
  if (hash == earlier_hash_)
    messages_.info("replayed with the same state hash: " + hash);
  else
    messages_.warn("the replay differs: state hash " + hash + ", expected " + earlier_hash_);
  earlier_hash_.clear();
  seek(0);
  for (const Request& request : std::exchange(later_, {})) carry_out(request);
}

void Player::look_at_tick() {
  const scenarios::RobotRun& run = live_->run();
  events_.look(run.tick(), scenario_->robot.nominal, run.controller().diagnostics(),
               held_feet(*live_));
  if (ghost_) ghost_->go_to(run.tick());
}

}  // namespace ventosa::view
