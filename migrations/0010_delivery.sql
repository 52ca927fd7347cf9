CREATE TABLE `calendar_feeds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`token` text NOT NULL,
	`scope` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token_hash_unique` ON `calendar_feeds` (`token_hash`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_user` ON `calendar_feeds` (`user_id`);--> statement-breakpoint
CREATE TABLE `channels` (
	`platform` text NOT NULL,
	`name_key` text NOT NULL,
	`platform_id` text,
	`title` text,
	`uploads_id` text,
	`followers` integer,
	`checked_at` integer NOT NULL,
	`problem` text,
	`new_name` text,
	`noticed_at` integer,
	PRIMARY KEY(`platform`, `name_key`)
);
--> statement-breakpoint
CREATE INDEX `channels_problem` ON `channels` (`platform`,`name_key`) WHERE "channels"."problem" is not null;--> statement-breakpoint
CREATE TABLE `event_broadcasts` (
	`event_id` integer NOT NULL,
	`platform` text NOT NULL,
	`name_key` text NOT NULL,
	`is_on_air` integer NOT NULL,
	`polled_at` integer NOT NULL,
	`fresh_until` integer NOT NULL,
	`seen_at` integer,
	`stream_id` text,
	`title` text,
	`since` integer,
	`viewers` integer DEFAULT 0 NOT NULL,
	`vod_url` text,
	`vod_at` integer,
	PRIMARY KEY(`event_id`, `platform`, `name_key`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_broadcasts_vod` ON `event_broadcasts` (`platform`,`vod_at`) WHERE "event_broadcasts"."vod_at" is not null;--> statement-breakpoint
CREATE TABLE `platform_states` (
	`platform` text PRIMARY KEY NOT NULL,
	`sealed_token` text,
	`token_expires_at` integer,
	`next_poll_at` integer DEFAULT 0 NOT NULL,
	`quota_day` text,
	`quota_used` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `digest_items` (
	`user_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`told_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `event_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digest_items_event` ON `digest_items` (`event_id`);--> statement-breakpoint
CREATE TABLE `delivery_counts` (
	`state` text NOT NULL,
	`hour` integer NOT NULL,
	`channel` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`state`, `hour`, `channel`)
);
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`state` text NOT NULL,
	`worked_at` integer,
	`duration_ms` integer,
	`error` text
);
--> statement-breakpoint
CREATE TABLE `imported_events` (
	`source_id` integer NOT NULL,
	`uid` text NOT NULL,
	`event_id` integer,
	`fingerprint` text NOT NULL,
	`missing_runs` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`source_id`, `uid`),
	FOREIGN KEY (`source_id`) REFERENCES `schedule_sources`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `imported_events_event` ON `imported_events` (`event_id`);--> statement-breakpoint
CREATE TABLE `schedule_sources` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`streamer_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`kind` text NOT NULL,
	`sealed_url` text,
	`category` text NOT NULL,
	`language` text NOT NULL,
	`timezone` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_run_at` integer,
	`last_error` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`next_run_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`streamer_id`) REFERENCES `streamers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `streaming_accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `schedule_sources_user` ON `schedule_sources` (`user_id`);--> statement-breakpoint
CREATE INDEX `schedule_sources_streamer` ON `schedule_sources` (`streamer_id`);--> statement-breakpoint
CREATE INDEX `schedule_sources_account` ON `schedule_sources` (`account_id`);--> statement-breakpoint
CREATE INDEX `schedule_sources_due` ON `schedule_sources` (`next_run_at`) WHERE "schedule_sources"."next_run_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `schedule_sources_file` ON `schedule_sources` (`account_id`,`user_id`) WHERE "schedule_sources"."kind" = 'ical_file';--> statement-breakpoint
DROP INDEX `deliveries_event`;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `subscription_id` integer;--> statement-breakpoint
CREATE INDEX `deliveries_dead` ON `deliveries` (`next_at`,`id`,`status`,`channel`,`kind`) WHERE "deliveries"."status" in ('dead', 'unknown');--> statement-breakpoint
CREATE INDEX `deliveries_event` ON `deliveries` (`event_id`,`user_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`session_id` integer,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
DROP TABLE `push_subscriptions`;--> statement-breakpoint
ALTER TABLE `__new_push_subscriptions` RENAME TO `push_subscriptions`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `digest_next_at` integer;--> statement-breakpoint
CREATE INDEX `users_digest_due` ON `users` (`digest_next_at`) WHERE "users"."digest_next_at" is not null;--> statement-breakpoint
CREATE TRIGGER `push_subscriptions_after_session_end` AFTER UPDATE OF `revoked_at` ON `sessions`
WHEN NEW.`revoked_at` IS NOT NULL AND OLD.`revoked_at` IS NULL BEGIN
  DELETE FROM `push_subscriptions` WHERE `session_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `delivery_counts_after_insert` AFTER INSERT ON `deliveries` BEGIN
  INSERT INTO `delivery_counts` (`state`, `hour`, `channel`, `count`)
    VALUES (CASE WHEN new.`status` IN ('pending', 'claimed') THEN iif(new.`attempts` > (new.`status` = 'claimed'), 'failed', 'due') ELSE new.`status` END, new.`next_at` / 3600000, new.`channel`, 1)
    ON CONFLICT (`state`, `hour`, `channel`) DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `delivery_counts_after_update` AFTER UPDATE OF `status`, `attempts`, `next_at` ON `deliveries`
WHEN old.`next_at` / 3600000 <> new.`next_at` / 3600000
  OR CASE WHEN old.`status` IN ('pending', 'claimed') THEN iif(old.`attempts` > (old.`status` = 'claimed'), 'failed', 'due') ELSE old.`status` END
  <> CASE WHEN new.`status` IN ('pending', 'claimed') THEN iif(new.`attempts` > (new.`status` = 'claimed'), 'failed', 'due') ELSE new.`status` END
BEGIN
  UPDATE `delivery_counts` SET `count` = `count` - 1
    WHERE `state` = CASE WHEN old.`status` IN ('pending', 'claimed') THEN iif(old.`attempts` > (old.`status` = 'claimed'), 'failed', 'due') ELSE old.`status` END
      AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel`;
  DELETE FROM `delivery_counts`
    WHERE `state` = CASE WHEN old.`status` IN ('pending', 'claimed') THEN iif(old.`attempts` > (old.`status` = 'claimed'), 'failed', 'due') ELSE old.`status` END
      AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel` AND `count` <= 0;
  INSERT INTO `delivery_counts` (`state`, `hour`, `channel`, `count`)
    VALUES (CASE WHEN new.`status` IN ('pending', 'claimed') THEN iif(new.`attempts` > (new.`status` = 'claimed'), 'failed', 'due') ELSE new.`status` END, new.`next_at` / 3600000, new.`channel`, 1)
    ON CONFLICT (`state`, `hour`, `channel`) DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `delivery_counts_after_delete` AFTER DELETE ON `deliveries` BEGIN
  UPDATE `delivery_counts` SET `count` = `count` - 1
    WHERE `state` = CASE WHEN old.`status` IN ('pending', 'claimed') THEN iif(old.`attempts` > (old.`status` = 'claimed'), 'failed', 'due') ELSE old.`status` END
      AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel`;
  DELETE FROM `delivery_counts`
    WHERE `state` = CASE WHEN old.`status` IN ('pending', 'claimed') THEN iif(old.`attempts` > (old.`status` = 'claimed'), 'failed', 'due') ELSE old.`status` END
      AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel` AND `count` <= 0;
END;
--> statement-breakpoint
INSERT INTO `delivery_counts` (`state`, `hour`, `channel`, `count`)
  SELECT CASE WHEN `status` IN ('pending', 'claimed') THEN iif(`attempts` > (`status` = 'claimed'), 'failed', 'due') ELSE `status` END AS `state`, `next_at` / 3600000 AS `hour`, `channel`, count(*)
  FROM `deliveries` GROUP BY 1, 2, 3;
