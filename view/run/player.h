#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "view/run/event_log.h"
#include "view/run/frame.h"
#include "view/run/live_twin.h"
#include "view/run/mailbox.h"
#include "view/run/pace.h"
#include "view/run/request.h"
#include "view/run/tick_times.h"

/// Runs a scenario on its own thread, controlled by requests, and publishes frames.
namespace ventosa::view {

/// Receiver of messages to the user.
class Messages {
 public:
  virtual ~Messages() = default;
  virtual void info(const std::string& text) = 0;
  virtual void warn(const std::string& text) = 0;
};

class Player {
 public:
  /// @param messages  called by both threads; must outlive the player
  /// @param keep      file to which unsaved interventions are written, as a scenario, before they
  /// are lost by loading another run or by the end; empty: not written
  explicit Player(Messages& messages, std::filesystem::path keep = {});
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// Adds a request, executed between two ticks. If a scenario cannot be loaded the present one
  /// stays.
  void ask(Request request);

  /// Reason why no run could be loaded yet; no value: no such failure.
  std::optional<std::string> failure() const;

  /// Newest frame, valid until the next look(), which returns true if there is a new one. @{
  bool look() { return mailbox_.take(); }
  const Frame& frame() const { return mailbox_.newest(); }
  /// @}

 private:
  struct LastRow final : record::RowSink {
    bool take(std::int64_t, std::span<const double> row) noexcept override;
    std::vector<double> row;
  };

  void run();
  void fail(const std::string& why);
  void clear_failure();
  void keep_what_was_done();
  void wait_for_requests(double at_most_s);
  bool take_requests();
  void carry_out(const Request& request);
  void carry_out_one(const Play&);
  void carry_out_one(const Pause&);
  void carry_out_one(const Step&);
  void carry_out_one(const Speed&);
  void carry_out_one(const Faster&);
  void carry_out_one(const Seek&);
  void carry_out_one(const Load&);
  void carry_out_one(const ShowGhost&);
  void carry_out_one(const Save&);
  void carry_out_one(const Intervention&);
  void seek(std::int64_t tick);
  void play(bool playing);
  void wait_for_plots();
  void tick();
  bool keeps_time() const;
  void refuse_to_rule_its_time() const;
  void look_at_tick();
  void end_repeat();
  void end();
  void show();

  Messages& messages_;
  const std::filesystem::path keep_;
  std::atomic<bool> ends_ = false;
  mutable std::mutex mutex_;
  std::condition_variable requested_;
  std::vector<Request> requests_;       ///< guarded by mutex_
  std::optional<std::string> failure_;  ///< guarded by mutex_

  // used by the thread only
  std::vector<Request> taken_;
  std::shared_ptr<const scenarios::Scenario> scenario_;
  std::uint64_t seed_ = 0;
  std::uint64_t n_runs_ = 0;
  LastRow last_row_;
  std::shared_ptr<RowQueue> rows_;
  std::unique_ptr<LiveRun> live_;
  std::string earlier_hash_;    ///< hash of the run that is being replayed; empty: none
  std::vector<Request> later_;  ///< executed after the replay
  std::shared_ptr<const scenarios::Scenario> ghost_scenario_;
  std::unique_ptr<LiveTwin> ghost_;  ///< run shown as a ghost; null: none
  EventLog events_;
  std::optional<Pace> pace_;
  TickTimes times_;
  double speed_ = 1;
  bool unsaved_ = false;  ///< there are interventions since the last save
  bool playing_ = false, over_ = false, is_shown_ = true;

  Mailbox<Frame> mailbox_;
  std::thread thread_;  ///< last: its thread starts when all other members exist
};

}  // namespace ventosa::view
