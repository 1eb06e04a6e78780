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

/// Runs a scenario on a thread of its own, as it is asked to, and shows what comes of it.
namespace ventosa::view {

/// Who shows what is told in words.
class Messages {
 public:
  virtual ~Messages() = default;
  virtual void info(const std::string& text) = 0;
  virtual void warn(const std::string& text) = 0;
};

class Player {
 public:
  /// @param messages  called from both threads; must outlive this
  /// @param keep      where what was done to a run is written, as a scenario, if it would be lost:
  ///                  not saved when another is loaded, or at the end; empty: it is lost
  explicit Player(Messages& messages, std::filesystem::path keep = {});
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// Is carried out between two ticks. A scenario that cannot be loaded leaves the old one there.
  void ask(Request request);

  /// Why no run could be loaded yet: there is nothing to show.
  std::optional<std::string> failure() const;

  /// Whether there is a newer frame. @{
  bool look() { return mailbox_.take(); }
  const Frame& frame() const {
    return mailbox_.newest();
  }  ///< until the next look
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
  std::condition_variable asked_;
  std::vector<Request> requests_;       ///< guarded by mutex_
  std::optional<std::string> failure_;  ///< likewise

  // of the thread alone
  std::vector<Request> taken_;
  std::shared_ptr<const scenarios::Scenario> scenario_;
  std::uint64_t seed_ = 0;
  std::uint64_t n_runs_ = 0;
  LastRow last_row_;
  std::shared_ptr<RowQueue> rows_;
  std::unique_ptr<LiveRun> live_;
  std::string earlier_hash_;    ///< of the run that is being done again; empty: there is none
  std::vector<Request> later_;  ///< once that is done
  std::shared_ptr<const scenarios::Scenario> ghost_scenario_;
  std::unique_ptr<LiveTwin> ghost_;  ///< or null
  EventLog events_;
  std::optional<Pace> pace_;
  TickTimes times_;
  double speed_ = 1;
  bool unsaved_ = false;  ///< something was done to the run since it was saved
  bool playing_ = false, over_ = false, is_shown_ = true;

  Mailbox<Frame> mailbox_;
  std::thread thread_;  ///< last: it begins when all else is there
};

}  // namespace ventosa::view
