-- Printed by scripts/print-triggers.ts
DROP TRIGGER `content_version_event_broadcasts_insert`;
--> statement-breakpoint
DROP TRIGGER `content_version_event_broadcasts_delete`;
--> statement-breakpoint
DROP TRIGGER `content_version_events_update`;
--> statement-breakpoint
DROP TRIGGER `content_version_event_broadcasts_update`;
--> statement-breakpoint
DROP TRIGGER `content_version_streamers_update`;
--> statement-breakpoint
DROP TRIGGER `content_version_articles_update`;
--> statement-breakpoint
DROP TRIGGER `content_version_users_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_users_update` AFTER UPDATE OF `id`, `username`, `is_active`, `is_soft_banned`, `avatar_path`, `is_on_leaderboard`, `is_shown_on_hypes`, `leaderboard_excluded_at`, `is_gamified`, `gamification_suspended_at`, `created_at` ON `users`
WHEN (old.`id`, old.`username`, old.`is_active`, old.`is_soft_banned`, old.`avatar_path`, old.`is_on_leaderboard`, old.`is_shown_on_hypes`, old.`leaderboard_excluded_at`, old.`is_gamified`, old.`gamification_suspended_at`, old.`created_at`) IS NOT (new.`id`, new.`username`, new.`is_active`, new.`is_soft_banned`, new.`avatar_path`, new.`is_on_leaderboard`, new.`is_shown_on_hypes`, new.`leaderboard_excluded_at`, new.`is_gamified`, new.`gamification_suspended_at`, new.`created_at`)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_articles_update` AFTER UPDATE OF `id`, `slug`, `title`, `excerpt`, `markdown`, `language`, `status`, `revision`, `cover_path`, `author_id`, `author_name`, `created_at`, `updated_at`, `published_at` ON `articles`
WHEN (old.`id`, old.`slug`, old.`title`, old.`excerpt`, old.`markdown`, old.`language`, old.`status`, old.`revision`, old.`cover_path`, old.`author_id`, old.`author_name`, old.`created_at`, old.`updated_at`, old.`published_at`) IS NOT (new.`id`, new.`slug`, new.`title`, new.`excerpt`, new.`markdown`, new.`language`, new.`status`, new.`revision`, new.`cover_path`, new.`author_id`, new.`author_name`, new.`created_at`, new.`updated_at`, new.`published_at`)
  AND (old.`status` = 'published' OR new.`status` = 'published')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streamers_update` AFTER UPDATE OF `id`, `display_name`, `name_key`, `language`, `avatar_path`, `banner_path`, `bio`, `links`, `followers`, `featured_at`, `user_id`, `created_at` ON `streamers`
WHEN (old.`id`, old.`display_name`, old.`name_key`, old.`language`, old.`avatar_path`, old.`banner_path`, old.`bio`, old.`links`, old.`followers`, old.`featured_at`, old.`user_id`, old.`created_at`) IS NOT (new.`id`, new.`display_name`, new.`name_key`, new.`language`, new.`avatar_path`, new.`banner_path`, new.`bio`, new.`links`, new.`followers`, new.`featured_at`, new.`user_id`, new.`created_at`)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_events_update` AFTER UPDATE OF `id`, `slug`, `name`, `description`, `start_at`, `end_at`, `timezone`, `time_certainty`, `status`, `approved_at`, `reviewed_at`, `cancelled_at`, `cancel_reason`, `previous_start_at`, `language`, `platform`, `streaming_account_name`, `game_id`, `category`, `group_id`, `series_key`, `thumbnail_path`, `proof_url`, `additional_info`, `proposer_id`, `created_at` ON `events`
WHEN (old.`id`, old.`slug`, old.`name`, old.`description`, old.`start_at`, old.`end_at`, old.`timezone`, old.`time_certainty`, old.`status`, old.`approved_at`, old.`reviewed_at`, old.`cancelled_at`, old.`cancel_reason`, old.`previous_start_at`, old.`language`, old.`platform`, old.`streaming_account_name`, old.`game_id`, old.`category`, old.`group_id`, old.`series_key`, old.`thumbnail_path`, old.`proof_url`, old.`additional_info`, old.`proposer_id`, old.`created_at`) IS NOT (new.`id`, new.`slug`, new.`name`, new.`description`, new.`start_at`, new.`end_at`, new.`timezone`, new.`time_certainty`, new.`status`, new.`approved_at`, new.`reviewed_at`, new.`cancelled_at`, new.`cancel_reason`, new.`previous_start_at`, new.`language`, new.`platform`, new.`streaming_account_name`, new.`game_id`, new.`category`, new.`group_id`, new.`series_key`, new.`thumbnail_path`, new.`proof_url`, new.`additional_info`, new.`proposer_id`, new.`created_at`)
  AND (old.`status` = 'approved' OR new.`status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_broadcasts_insert` AFTER INSERT ON `event_broadcasts`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_broadcasts_update` AFTER UPDATE ON `event_broadcasts`
WHEN ((old.`event_id`, old.`platform`, old.`name_key`, old.`is_on_air`, old.`stream_id`, old.`title`, old.`since`, old.`vod_url`) IS NOT (new.`event_id`, new.`platform`, new.`name_key`, new.`is_on_air`, new.`stream_id`, new.`title`, new.`since`, new.`vod_url`)
  OR old.`fresh_until` <= new.`polled_at`
    OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id`
      AND old.`polled_at` < `start_at` AND new.`polled_at` >= `start_at`))
  AND (EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved'))
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_broadcasts_delete` AFTER DELETE ON `event_broadcasts`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
