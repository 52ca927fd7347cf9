CREATE TABLE `content_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` text NOT NULL
);

--> statement-breakpoint
INSERT INTO `content_version` VALUES (1, hex(randomblob(8)));
--> statement-breakpoint
-- `content_version` changes in the transaction of every write that public responses show.
CREATE TRIGGER `content_version_events_insert` AFTER INSERT ON `events`
WHEN new.`status` = 'approved'
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_events_update` AFTER UPDATE OF `id`, `slug`, `name`, `description`, `start_at`, `end_at`, `timezone`, `time_certainty`, `status`, `approve_at`, `approved_at`, `cancelled_at`, `cancel_reason`, `previous_start_at`, `language`, `platform`, `streaming_account_name`, `game_id`, `category`, `group_id`, `thumbnail_path`, `proof_url`, `additional_info`, `proposer_id`, `rejection_code`, `rejection_reason`, `import_key`, `source`, `created_at`, `draft_key`, `duplicate_of_id`, `series_id`, `series_key`, `withdrawn_at`, `first_date_id`, `reviewed_at` ON `events`
WHEN old.`status` = 'approved' OR new.`status` = 'approved'
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_events_delete` AFTER DELETE ON `events`
WHEN old.`status` = 'approved'
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_participants_insert` AFTER INSERT ON `event_participants`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_participants_update` AFTER UPDATE OF `event_id`, `position`, `streamer_id`, `display_name`, `platform`, `account` ON `event_participants`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_participants_delete` AFTER DELETE ON `event_participants`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_participation_answers_insert` AFTER INSERT ON `participation_answers`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_participation_answers_update` AFTER UPDATE OF `event_id`, `streamer_id`, `answer`, `answered_at`, `display_name`, `platform`, `account` ON `participation_answers`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_participation_answers_delete` AFTER DELETE ON `participation_answers`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_channels_insert` AFTER INSERT ON `event_channels`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_channels_update` AFTER UPDATE OF `event_id`, `position`, `platform`, `account` ON `event_channels`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_channels_delete` AFTER DELETE ON `event_channels`
WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved')
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_broadcasts_insert` AFTER INSERT ON `event_broadcasts`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_broadcasts_update` AFTER UPDATE OF `event_id`, `platform`, `name_key`, `is_on_air`, `stream_id`, `title`, `since`, `vod_url` ON `event_broadcasts`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_broadcasts_delete` AFTER DELETE ON `event_broadcasts`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_games_insert` AFTER INSERT ON `games`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_games_update` AFTER UPDATE OF `id`, `slug`, `name`, `name_key`, `description`, `thumbnail_path`, `source`, `created_at` ON `games`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_games_delete` AFTER DELETE ON `games`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_groups_insert` AFTER INSERT ON `event_groups`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_groups_update` AFTER UPDATE OF `id`, `slug`, `name`, `name_key`, `description`, `language_code`, `game_id`, `category`, `thumbnail_path`, `venue`, `website`, `source`, `created_at` ON `event_groups`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_groups_delete` AFTER DELETE ON `event_groups`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streamers_insert` AFTER INSERT ON `streamers`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streamers_update` AFTER UPDATE OF `id`, `display_name`, `name_key`, `language`, `avatar_path`, `followers`, `featured_at`, `user_id`, `source`, `created_at`, `bio`, `links`, `banner_path` ON `streamers`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streamers_delete` AFTER DELETE ON `streamers`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streaming_accounts_insert` AFTER INSERT ON `streaming_accounts`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streaming_accounts_update` AFTER UPDATE OF `id`, `streamer_id`, `platform`, `name`, `name_key`, `verified_at`, `created_at` ON `streaming_accounts`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streaming_accounts_delete` AFTER DELETE ON `streaming_accounts`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_merged_addresses_insert` AFTER INSERT ON `merged_addresses`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_merged_addresses_update` AFTER UPDATE OF `kind`, `address`, `into_id` ON `merged_addresses`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_merged_addresses_delete` AFTER DELETE ON `merged_addresses`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_platform_pictures_insert` AFTER INSERT ON `platform_pictures`
WHEN new.`path` IS NOT NULL
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_platform_pictures_update` AFTER UPDATE OF `kind`, `platform`, `subject`, `path` ON `platform_pictures`
WHEN old.`path` IS NOT NULL OR new.`path` IS NOT NULL
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_platform_pictures_delete` AFTER DELETE ON `platform_pictures`
WHEN old.`path` IS NOT NULL
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_articles_insert` AFTER INSERT ON `articles`
WHEN new.`status` = 'published'
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_articles_update` AFTER UPDATE OF `id`, `slug`, `title`, `excerpt`, `markdown`, `language`, `status`, `cover_path`, `author_id`, `author_name`, `created_at`, `updated_at`, `published_at`, `revision` ON `articles`
WHEN old.`status` = 'published' OR new.`status` = 'published'
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_articles_delete` AFTER DELETE ON `articles`
WHEN old.`status` = 'published'
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_deals_insert` AFTER INSERT ON `deals`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_deals_update` AFTER UPDATE OF `id`, `partner`, `title`, `text`, `link`, `image_path`, `code`, `start_at`, `end_at`, `placement`, `created_at` ON `deals`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_deals_delete` AFTER DELETE ON `deals`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_users_update` AFTER UPDATE OF `id`, `username`, `is_active`, `is_soft_banned`, `avatar_path`, `is_on_leaderboard`, `leaderboard_excluded_at`, `created_at`, `is_gamified`, `gamification_suspended_at`, `is_shown_on_hypes` ON `users`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
--> statement-breakpoint
CREATE TRIGGER `content_version_users_delete` AFTER DELETE ON `users`
BEGIN
  UPDATE `content_version` SET `version` = hex(randomblob(8));
END;
