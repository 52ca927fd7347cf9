CREATE TRIGGER `hypes_after_insert` AFTER INSERT ON `hypes` BEGIN
  UPDATE `events` SET `hype_count` = `hype_count` + 1 WHERE `id` = new.`event_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `hypes_after_delete` AFTER DELETE ON `hypes` BEGIN
  UPDATE `events` SET `hype_count` = `hype_count` - 1 WHERE `id` = old.`event_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `streamer_follows_after_insert` AFTER INSERT ON `streamer_follows` BEGIN
  UPDATE `streamers` SET `follow_count` = `follow_count` + 1 WHERE `id` = new.`streamer_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `streamer_follows_after_delete` AFTER DELETE ON `streamer_follows` BEGIN
  UPDATE `streamers` SET `follow_count` = `follow_count` - 1 WHERE `id` = old.`streamer_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `game_follows_after_insert` AFTER INSERT ON `game_follows` BEGIN
  UPDATE `games` SET `follow_count` = `follow_count` + 1 WHERE `id` = new.`game_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `game_follows_after_delete` AFTER DELETE ON `game_follows` BEGIN
  UPDATE `games` SET `follow_count` = `follow_count` - 1 WHERE `id` = old.`game_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `xp_entries_after_insert` AFTER INSERT ON `xp_entries` BEGIN
  UPDATE `users` SET `total_xp` = `total_xp` + new.`points` WHERE `id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `trust_entries_after_insert` AFTER INSERT ON `trust_entries` BEGIN
  UPDATE `users` SET `trust` = max(0, min(100, 50 + (SELECT sum(`delta`) FROM `trust_entries` WHERE `user_id` = new.`user_id`))) WHERE `id` = new.`user_id`;
END;
