ALTER TABLE `imported_events` ADD `missing_since` integer;--> statement-breakpoint
ALTER TABLE `imported_events` ADD `taken_off_at` integer;
--> statement-breakpoint
-- written by hand
-- A write that changes nothing that public responses show changes no version.
DROP TRIGGER `content_version_events_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_events_update` AFTER UPDATE OF `id`, `slug`, `name`, `description`, `start_at`, `end_at`, `timezone`, `time_certainty`, `status`, `approved_at`, `cancelled_at`, `cancel_reason`, `previous_start_at`, `language`, `platform`, `streaming_account_name`, `game_id`, `category`, `group_id`, `thumbnail_path`, `proof_url`, `additional_info`, `proposer_id`, `created_at`, `series_key`, `reviewed_at` ON `events`
WHEN (old.`id`, old.`slug`, old.`name`, old.`description`, old.`start_at`, old.`end_at`, old.`timezone`, old.`time_certainty`, old.`status`, old.`approved_at`, old.`cancelled_at`, old.`cancel_reason`, old.`previous_start_at`, old.`language`, old.`platform`, old.`streaming_account_name`, old.`game_id`, old.`category`, old.`group_id`, old.`thumbnail_path`, old.`proof_url`, old.`additional_info`, old.`proposer_id`, old.`created_at`, old.`series_key`, old.`reviewed_at`) IS NOT (new.`id`, new.`slug`, new.`name`, new.`description`, new.`start_at`, new.`end_at`, new.`timezone`, new.`time_certainty`, new.`status`, new.`approved_at`, new.`cancelled_at`, new.`cancel_reason`, new.`previous_start_at`, new.`language`, new.`platform`, new.`streaming_account_name`, new.`game_id`, new.`category`, new.`group_id`, new.`thumbnail_path`, new.`proof_url`, new.`additional_info`, new.`proposer_id`, new.`created_at`, new.`series_key`, new.`reviewed_at`)
  AND (old.`status` = 'approved' OR new.`status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_event_participants_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_participants_update` AFTER UPDATE OF `event_id`, `position`, `streamer_id`, `display_name`, `platform`, `account` ON `event_participants`
WHEN (old.`event_id`, old.`position`, old.`streamer_id`, old.`display_name`, old.`platform`, old.`account`) IS NOT (new.`event_id`, new.`position`, new.`streamer_id`, new.`display_name`, new.`platform`, new.`account`)
  AND (EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved'))
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_participation_answers_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_participation_answers_update` AFTER UPDATE OF `event_id`, `streamer_id`, `answer`, `answered_at`, `display_name`, `platform`, `account` ON `participation_answers`
WHEN (old.`event_id`, old.`streamer_id`, old.`answer`, old.`answered_at`, old.`display_name`, old.`platform`, old.`account`) IS NOT (new.`event_id`, new.`streamer_id`, new.`answer`, new.`answered_at`, new.`display_name`, new.`platform`, new.`account`)
  AND (EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved'))
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_event_channels_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_channels_update` AFTER UPDATE OF `event_id`, `position`, `platform`, `account` ON `event_channels`
WHEN (old.`event_id`, old.`position`, old.`platform`, old.`account`) IS NOT (new.`event_id`, new.`position`, new.`platform`, new.`account`)
  AND (EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved'))
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_event_broadcasts_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_broadcasts_update` AFTER UPDATE OF `event_id`, `platform`, `name_key`, `is_on_air`, `stream_id`, `title`, `since`, `vod_url` ON `event_broadcasts`
WHEN (old.`event_id`, old.`platform`, old.`name_key`, old.`is_on_air`, old.`stream_id`, old.`title`, old.`since`, old.`vod_url`) IS NOT (new.`event_id`, new.`platform`, new.`name_key`, new.`is_on_air`, new.`stream_id`, new.`title`, new.`since`, new.`vod_url`)
  -- Shown again after nobody had asked for a while.
  OR old.`fresh_until` <= new.`polled_at`
  -- Missed from its start on: the first look since then says so.
  OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id`
    AND old.`polled_at` < `start_at` AND new.`polled_at` >= `start_at`)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_games_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_games_update` AFTER UPDATE OF `id`, `slug`, `name`, `name_key`, `description`, `thumbnail_path`, `created_at` ON `games`
WHEN (old.`id`, old.`slug`, old.`name`, old.`name_key`, old.`description`, old.`thumbnail_path`, old.`created_at`) IS NOT (new.`id`, new.`slug`, new.`name`, new.`name_key`, new.`description`, new.`thumbnail_path`, new.`created_at`)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_event_groups_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_groups_update` AFTER UPDATE OF `id`, `slug`, `name`, `name_key`, `description`, `language_code`, `game_id`, `category`, `thumbnail_path`, `venue`, `website`, `created_at` ON `event_groups`
WHEN (old.`id`, old.`slug`, old.`name`, old.`name_key`, old.`description`, old.`language_code`, old.`game_id`, old.`category`, old.`thumbnail_path`, old.`venue`, old.`website`, old.`created_at`) IS NOT (new.`id`, new.`slug`, new.`name`, new.`name_key`, new.`description`, new.`language_code`, new.`game_id`, new.`category`, new.`thumbnail_path`, new.`venue`, new.`website`, new.`created_at`)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_streamers_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_streamers_update` AFTER UPDATE OF `id`, `display_name`, `name_key`, `language`, `avatar_path`, `followers`, `featured_at`, `user_id`, `created_at`, `bio`, `links`, `banner_path` ON `streamers`
WHEN (old.`id`, old.`display_name`, old.`name_key`, old.`language`, old.`avatar_path`, old.`followers`, old.`featured_at`, old.`user_id`, old.`created_at`, old.`bio`, old.`links`, old.`banner_path`) IS NOT (new.`id`, new.`display_name`, new.`name_key`, new.`language`, new.`avatar_path`, new.`followers`, new.`featured_at`, new.`user_id`, new.`created_at`, new.`bio`, new.`links`, new.`banner_path`)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_streaming_accounts_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_streaming_accounts_update` AFTER UPDATE OF `id`, `streamer_id`, `platform`, `name`, `name_key`, `verified_at`, `created_at` ON `streaming_accounts`
WHEN (old.`id`, old.`streamer_id`, old.`platform`, old.`name`, old.`name_key`, old.`verified_at`, old.`created_at`) IS NOT (new.`id`, new.`streamer_id`, new.`platform`, new.`name`, new.`name_key`, new.`verified_at`, new.`created_at`)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_merged_addresses_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_merged_addresses_update` AFTER UPDATE OF `kind`, `address`, `into_id` ON `merged_addresses`
WHEN (old.`kind`, old.`address`, old.`into_id`) IS NOT (new.`kind`, new.`address`, new.`into_id`)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_platform_pictures_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_platform_pictures_update` AFTER UPDATE OF `kind`, `platform`, `subject`, `path` ON `platform_pictures`
WHEN (old.`kind`, old.`platform`, old.`subject`, old.`path`) IS NOT (new.`kind`, new.`platform`, new.`subject`, new.`path`)
  AND (old.`path` IS NOT NULL OR new.`path` IS NOT NULL)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_articles_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_articles_update` AFTER UPDATE OF `id`, `slug`, `title`, `excerpt`, `markdown`, `language`, `status`, `cover_path`, `author_id`, `author_name`, `created_at`, `updated_at`, `published_at`, `revision` ON `articles`
WHEN (old.`id`, old.`slug`, old.`title`, old.`excerpt`, old.`markdown`, old.`language`, old.`status`, old.`cover_path`, old.`author_id`, old.`author_name`, old.`created_at`, old.`updated_at`, old.`published_at`, old.`revision`) IS NOT (new.`id`, new.`slug`, new.`title`, new.`excerpt`, new.`markdown`, new.`language`, new.`status`, new.`cover_path`, new.`author_id`, new.`author_name`, new.`created_at`, new.`updated_at`, new.`published_at`, new.`revision`)
  AND (old.`status` = 'published' OR new.`status` = 'published')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_deals_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_deals_update` AFTER UPDATE OF `id`, `partner`, `title`, `text`, `link`, `image_path`, `code`, `start_at`, `end_at`, `placement`, `created_at` ON `deals`
WHEN (old.`id`, old.`partner`, old.`title`, old.`text`, old.`link`, old.`image_path`, old.`code`, old.`start_at`, old.`end_at`, old.`placement`, old.`created_at`) IS NOT (new.`id`, new.`partner`, new.`title`, new.`text`, new.`link`, new.`image_path`, new.`code`, new.`start_at`, new.`end_at`, new.`placement`, new.`created_at`)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
DROP TRIGGER `content_version_users_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_users_update` AFTER UPDATE OF `id`, `username`, `is_active`, `is_soft_banned`, `avatar_path`, `is_on_leaderboard`, `leaderboard_excluded_at`, `created_at`, `is_gamified`, `gamification_suspended_at`, `is_shown_on_hypes` ON `users`
WHEN (old.`id`, old.`username`, old.`is_active`, old.`is_soft_banned`, old.`avatar_path`, old.`is_on_leaderboard`, old.`leaderboard_excluded_at`, old.`created_at`, old.`is_gamified`, old.`gamification_suspended_at`, old.`is_shown_on_hypes`) IS NOT (new.`id`, new.`username`, new.`is_active`, new.`is_soft_banned`, new.`avatar_path`, new.`is_on_leaderboard`, new.`leaderboard_excluded_at`, new.`created_at`, new.`is_gamified`, new.`gamification_suspended_at`, new.`is_shown_on_hypes`)
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
