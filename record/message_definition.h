#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "record/schema.h"

/// Schemas as ROS 2 message definitions: a type for each group, named after its path (`seen` ->
/// Seen, its legs -> SeenLeg), units as comments, enumerators as constants.
///
///     ventosa_msgs/msg/Command                float64 q  # [rad]
///                                             int8 MODE_HOLD=0
///                                             int8 mode  # [enum]
namespace ventosa::record {

/// Message type of a topic, for example "ventosa_msgs/msg/Command" of the topic `command`.
std::string message_type(const Field& topic);

/// Definition of a topic's type followed by the types that it contains, in MCAP's encoding ros2msg.
std::string message_definition(const Field& topic);

/// The definition or the message cannot be read.
class MessageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Schema of a topic: fields from its definition, lengths from a message. Reads definitions by
/// message_definition(), and others that consist of numbers, bools, their arrays, sequences of
/// messages, and nested types; no strings.
/// @throws MessageError
Field read_definition(const std::string& topic, const std::string& definition,
                      std::span<const std::byte> message);

}  // namespace ventosa::record
