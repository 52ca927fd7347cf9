CREATE TABLE `appeals` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer,
	`email` text,
	`language` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`answered_by` integer,
	`answered_at` integer,
	`outcome` text,
	`answer` text,
	FOREIGN KEY (`entry_id`) REFERENCES `audit_entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`answered_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `appeals_user` ON `appeals` (`user_id`);--> statement-breakpoint
CREATE INDEX `appeals_open` ON `appeals` (`entry_id`) WHERE "appeals"."answered_at" is null;--> statement-breakpoint
CREATE INDEX `appeals_answered` ON `appeals` (`answered_at`) WHERE "appeals"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX `appeals_answered_by` ON `appeals` (`answered_by`) WHERE "appeals"."answered_by" is not null;--> statement-breakpoint
CREATE TABLE `opt_outs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`platform` text NOT NULL,
	`name_key` text NOT NULL,
	`platform_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `opt_outs_key` ON `opt_outs` (`platform`,`name_key`);--> statement-breakpoint
CREATE INDEX `opt_outs_platform_id` ON `opt_outs` (`platform`,`platform_id`) WHERE "opt_outs"."platform_id" is not null;--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	`user_created_at` integer,
	`detail` text,
	`at` integer NOT NULL,
	`stored_at` integer
);
--> statement-breakpoint
CREATE INDEX `withdrawals_waiting` ON `withdrawals` (`id`) WHERE "withdrawals"."stored_at" is null;--> statement-breakpoint
CREATE INDEX `withdrawals_at` ON `withdrawals` (`at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`subject_type` text NOT NULL,
	`subject_id` integer NOT NULL,
	`is_picture` integer DEFAULT false NOT NULL,
	`reason` text NOT NULL,
	`text` text,
	`name` text,
	`sealed_email` text,
	`language` text,
	`network` text,
	`created_at` integer NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`outcome` text,
	`answer` text,
	`entry_id` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`entry_id`) REFERENCES `audit_entries`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_reports`("id", "user_id", "subject_type", "subject_id", "is_picture", "reason", "text", "created_at", "decided_by", "decided_at", "outcome") SELECT "id", "user_id", "subject_type", "subject_id", "is_picture", "reason", "text", "created_at", "decided_by", "decided_at", "outcome" FROM `reports`;--> statement-breakpoint
DROP TABLE `reports`;--> statement-breakpoint
ALTER TABLE `__new_reports` RENAME TO `reports`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open_once` ON `reports` (`user_id`,`subject_type`,`subject_id`,`is_picture`) WHERE "reports"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open_once_of_network` ON `reports` (`network`,`subject_type`,`subject_id`,`is_picture`) WHERE "reports"."decided_at" is null and "reports"."network" is not null;--> statement-breakpoint
CREATE INDEX `reports_user_created` ON `reports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`subject_type`,`subject_id`,`is_picture`,`id`) WHERE "reports"."decided_at" is null;--> statement-breakpoint
CREATE INDEX `reports_decided` ON `reports` (`decided_at`,`subject_type`,`subject_id`,`is_picture`) WHERE "reports"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX `reports_decided_by` ON `reports` (`decided_by`) WHERE "reports"."decided_by" is not null;--> statement-breakpoint
CREATE INDEX `reports_entry` ON `reports` (`entry_id`) WHERE "reports"."entry_id" is not null;--> statement-breakpoint
CREATE INDEX `reports_unanswered` ON `reports` (`decided_at`) WHERE "reports"."sealed_email" is not null;--> statement-breakpoint
DROP INDEX `deliveries_queue`;--> statement-breakpoint
ALTER TABLE `deliveries` DROP COLUMN `priority`;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `priority` integer GENERATED ALWAYS AS (case
    when channel not in ('email', 'discord', 'push', 'in_app') then 0
    when batch is not null then 7
    when kind in ('verify_email', 'account_exists', 'reset_password', 'password_changed', 'change_email', 'email_change_asked', 'sign_in_method_changed', 'session_revoked', 'delete_account') then 1
    when kind = 'reminder' then iif(iif(json_valid(payload), payload ->> 'hours', null) = 1, 2, 4)
    when kind in ('event_changed', 'event_cancelled') then 3
    when kind in ('campaign', 'service_notice') then 6
    else 5 end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `deliveries_queue` ON `deliveries` (`priority`,`channel`,`next_at`) WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
ALTER TABLE `users` ADD `leaderboard_told_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `is_listed` integer GENERATED ALWAYS AS (is_ranked and leaderboard_told_at is not null) VIRTUAL;--> statement-breakpoint
ALTER TABLE `users` ADD `seen_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `deletion_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `terms_version` text;--> statement-breakpoint
ALTER TABLE `users` ADD `terms_accepted_at` integer;--> statement-breakpoint
CREATE INDEX `users_seen` ON `users` (`seen_at`);--> statement-breakpoint
CREATE INDEX `users_deletion` ON `users` (`deletion_at`) WHERE "users"."deletion_at" is not null;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `purpose` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `applies_on` text;--> statement-breakpoint
ALTER TABLE `marketing_consents` ADD `purpose` text DEFAULT 'marketing' NOT NULL;--> statement-breakpoint
ALTER TABLE `streamers` ADD `unlisted_at` integer;--> statement-breakpoint
CREATE INDEX `audit_members` ON `audit_entries` (`at`) WHERE "audit_entries"."subject_type" = 'user';--> statement-breakpoint
CREATE INDEX `audit_reports` ON `audit_entries` (`at`) WHERE "audit_entries"."act" in ('dismiss_reports', 'resolve_reports');--> statement-breakpoint
CREATE INDEX `events_moderator_note` ON `events` (`end_at`) WHERE "events"."moderator_note" is not null;--> statement-breakpoint
CREATE INDEX `xp_entries_foldable` ON `xp_entries` (`at`) WHERE ("xp_entries"."is_reversal" = 0 and "xp_entries"."action" in ('daily_visit', 'article_read')
    or "xp_entries"."is_reversal" = 1 and "xp_entries"."action" in ('hype', 'follow', 'account_verified')) and "xp_entries"."subject" <> 'total';--> statement-breakpoint
CREATE INDEX `event_broadcasts_observed` ON `event_broadcasts` (`polled_at`) WHERE "event_broadcasts"."title" is not null or "event_broadcasts"."viewers" > 0;--> statement-breakpoint
-- The terms of unused accounts begin with the last session, otherwise now.
UPDATE `users` SET `seen_at` = coalesce((SELECT max(`last_used_at`) FROM `sessions` WHERE `sessions`.`user_id` = `users`.`id`), unixepoch() * 1000) / 86400000 * 86400000;
--> statement-breakpoint
-- Present members have been listed all along.
UPDATE `users` SET `leaderboard_told_at` = unixepoch() * 1000;
--> statement-breakpoint
DROP TRIGGER `users_after_update_ranked`;
--> statement-breakpoint
DROP TRIGGER `xp_entries_after_insert_leaderboard`;
--> statement-breakpoint
DROP TRIGGER `campaigns_after_delivery_insert`;
--> statement-breakpoint
DROP TRIGGER `campaigns_after_delivery_update`;
--> statement-breakpoint
DROP TRIGGER `campaigns_after_delivery_delete`;
--> statement-breakpoint
DROP TRIGGER `content_version_users_update`;
--> statement-breakpoint
DROP TRIGGER `content_version_streamers_update`;
--> statement-breakpoint
CREATE TRIGGER `users_after_update_ranked` AFTER UPDATE OF `is_active`, `is_soft_banned`, `is_on_leaderboard`,
      `is_gamified`, `leaderboard_excluded_at`, `gamification_suspended_at`, `leaderboard_told_at` ON `users`
    WHEN new.`is_listed` <> old.`is_listed` BEGIN
      UPDATE `leaderboard_entries` SET `is_shown` = new.`is_listed` WHERE `user_id` = new.`id`;
    END;
--> statement-breakpoint
CREATE TRIGGER `xp_entries_after_insert_leaderboard` AFTER INSERT ON `xp_entries` WHEN new.`points` <> 0 BEGIN
    INSERT INTO `leaderboard_entries` (`period`, `user_id`, `xp`, `is_shown`)
      SELECT j.`value`, u.`id`, new.`points`, u.`is_listed` FROM `users` u, json_each(json_array('all',
        'month-' || strftime('%Y-%m', new.`at` / 1000, 'unixepoch'),
        'week-' || date(new.`at` / 1000, 'unixepoch', '-6 days', 'weekday 1'))) j
      WHERE u.`id` = new.`user_id`
      ON CONFLICT (`period`, `user_id`)
      DO UPDATE SET `xp` = `xp` + excluded.`xp`;
  END;
--> statement-breakpoint
CREATE TRIGGER `campaigns_after_delivery_insert` AFTER INSERT ON `deliveries` WHEN new.`kind` IN ('campaign', 'service_notice') AND new.`channel` = 'email' BEGIN
    UPDATE `campaigns` SET `recipients` = `recipients` + 1 WHERE `id` = new.`payload` ->> 'campaign';
  END;
--> statement-breakpoint
CREATE TRIGGER `campaigns_after_delivery_update` AFTER UPDATE OF `status` ON `deliveries`
    WHEN new.`kind` IN ('campaign', 'service_notice') AND new.`channel` = 'email' AND new.`status` <> old.`status` BEGIN
      UPDATE `campaigns` SET
        `sent` = `sent` + (new.`status` = 'sent') - (old.`status` = 'sent'),
        `failed` = `failed` + (new.`status` IN ('dead', 'unknown')) - (old.`status` IN ('dead', 'unknown')),
        `skipped` = `skipped` + (new.`status` = 'stopped') - (old.`status` = 'stopped')
        WHERE `id` = new.`payload` ->> 'campaign';
    END;
--> statement-breakpoint
CREATE TRIGGER `campaigns_after_delivery_delete` AFTER DELETE ON `deliveries`
    WHEN old.`kind` IN ('campaign', 'service_notice') AND old.`channel` = 'email' AND old.`status` IN ('pending', 'claimed') BEGIN
      UPDATE `campaigns` SET `skipped` = `skipped` + 1 WHERE `id` = old.`payload` ->> 'campaign';
    END;
--> statement-breakpoint
CREATE TRIGGER `opt_outs_after_unlisting` AFTER UPDATE OF `unlisted_at` ON `streamers`
    WHEN old.`unlisted_at` IS NULL AND new.`unlisted_at` IS NOT NULL BEGIN
      INSERT INTO `opt_outs` (`platform`, `name_key`, `platform_id`, `created_at`) SELECT a.`platform`, a.`name_key`, (SELECT `platform_id` FROM `channels` WHERE `platform` = a.`platform` AND `name_key` = a.`name_key`), new.`unlisted_at`
        FROM `streaming_accounts` a WHERE a.`streamer_id` = new.`id`
  AND (a.`verified_at` IS NOT NULL OR new.`user_id` IS NULL) ON CONFLICT DO NOTHING;
      UPDATE `streamers` SET `followers` = NULL, `avatar_path` = NULL, `banner_path` = NULL, `bio` = NULL,
        `links` = '[]', `featured_at` = NULL, `source` = NULL WHERE `id` = new.`id`;
    END;
--> statement-breakpoint
CREATE TRIGGER `opt_outs_after_listing` AFTER UPDATE OF `unlisted_at` ON `streamers`
    WHEN old.`unlisted_at` IS NOT NULL AND new.`unlisted_at` IS NULL BEGIN
      DELETE FROM `opt_outs` WHERE (`platform`, `name_key`) IN (SELECT a.`platform`, a.`name_key` FROM `streaming_accounts` a WHERE a.`streamer_id` = new.`id`
  AND (a.`verified_at` IS NOT NULL OR new.`user_id` IS NULL));
    END;
--> statement-breakpoint
CREATE TRIGGER `opt_outs_after_insert` AFTER INSERT ON `opt_outs` WHEN new.`platform` <> '' BEGIN
      DELETE FROM `channels` WHERE `platform` = new.`platform` AND `name_key` = new.`name_key`;
      DELETE FROM `event_broadcasts` WHERE `platform` = new.`platform` AND `name_key` = new.`name_key`;
      DELETE FROM `platform_pictures` WHERE `kind` = 'channel' AND `platform` = new.`platform` AND `subject` = new.`name_key`
        AND `removed_at` IS NULL;
      DELETE FROM `platform_pictures` WHERE `kind` = 'event' AND `platform` = new.`platform` AND `subject` IN
        (SELECT CAST(`id` AS text) FROM `events` WHERE `platform` = new.`platform`
          AND lower(`streaming_account_name`) IN (new.`name_key`, '@' || new.`name_key`));
    END;
--> statement-breakpoint
CREATE TRIGGER `opt_outs_after_account` AFTER INSERT ON `streaming_accounts` BEGIN 
  UPDATE `streamers` SET `unlisted_at` = (SELECT o.`created_at` FROM `opt_outs` o WHERE o.`platform` = new.`platform` AND o.`name_key` = new.`name_key`)
    WHERE `id` = new.`streamer_id` AND (new.`verified_at` IS NOT NULL OR `user_id` IS NULL) AND `unlisted_at` IS NULL AND EXISTS (SELECT 1 FROM `opt_outs` o WHERE o.`platform` = new.`platform` AND o.`name_key` = new.`name_key`);
  INSERT INTO `opt_outs` (`platform`, `name_key`, `platform_id`, `created_at`) SELECT new.`platform`, new.`name_key`, (SELECT `platform_id` FROM `channels` WHERE `platform` = new.`platform` AND `name_key` = new.`name_key`), `unlisted_at`
    FROM `streamers` WHERE `id` = new.`streamer_id` AND (new.`verified_at` IS NOT NULL OR `user_id` IS NULL) AND `unlisted_at` IS NOT NULL ON CONFLICT DO NOTHING; END;
--> statement-breakpoint
CREATE TRIGGER `opt_outs_after_account_change` AFTER UPDATE OF `streamer_id`, `name_key`, `verified_at`
    ON `streaming_accounts` BEGIN 
  UPDATE `streamers` SET `unlisted_at` = (SELECT o.`created_at` FROM `opt_outs` o WHERE o.`platform` = new.`platform` AND o.`name_key` = new.`name_key`)
    WHERE `id` = new.`streamer_id` AND (new.`verified_at` IS NOT NULL OR `user_id` IS NULL) AND `unlisted_at` IS NULL AND EXISTS (SELECT 1 FROM `opt_outs` o WHERE o.`platform` = new.`platform` AND o.`name_key` = new.`name_key`);
  INSERT INTO `opt_outs` (`platform`, `name_key`, `platform_id`, `created_at`) SELECT new.`platform`, new.`name_key`, (SELECT `platform_id` FROM `channels` WHERE `platform` = new.`platform` AND `name_key` = new.`name_key`), `unlisted_at`
    FROM `streamers` WHERE `id` = new.`streamer_id` AND (new.`verified_at` IS NOT NULL OR `user_id` IS NULL) AND `unlisted_at` IS NOT NULL ON CONFLICT DO NOTHING; END;
--> statement-breakpoint
CREATE TRIGGER `opt_outs_after_channel` AFTER INSERT ON `channels` WHEN EXISTS (SELECT 1 FROM `opt_outs` o WHERE o.`platform` = new.`platform`
  AND (o.`name_key` = new.`name_key` OR o.`platform_id` = new.`platform_id`)) BEGIN 
  INSERT INTO `opt_outs` (`platform`, `name_key`, `platform_id`, `created_at`) VALUES (new.`platform`, new.`name_key`, new.`platform_id`, new.`checked_at`)
    ON CONFLICT DO NOTHING;
  DELETE FROM `channels` WHERE `platform` = new.`platform` AND `name_key` = new.`name_key`;
  UPDATE `streamers` SET `unlisted_at` = new.`checked_at` WHERE `unlisted_at` IS NULL AND `id` IN
    (SELECT a.`streamer_id` FROM `streaming_accounts` a
      WHERE a.`platform` = new.`platform` AND a.`name_key` = new.`name_key`
        AND (a.`verified_at` IS NOT NULL OR `user_id` IS NULL)); END;
--> statement-breakpoint
CREATE TRIGGER `opt_outs_after_channel_change` AFTER UPDATE OF `platform_id` ON `channels` WHEN EXISTS (SELECT 1 FROM `opt_outs` o WHERE o.`platform` = new.`platform`
  AND (o.`name_key` = new.`name_key` OR o.`platform_id` = new.`platform_id`)) BEGIN 
  INSERT INTO `opt_outs` (`platform`, `name_key`, `platform_id`, `created_at`) VALUES (new.`platform`, new.`name_key`, new.`platform_id`, new.`checked_at`)
    ON CONFLICT DO NOTHING;
  DELETE FROM `channels` WHERE `platform` = new.`platform` AND `name_key` = new.`name_key`;
  UPDATE `streamers` SET `unlisted_at` = new.`checked_at` WHERE `unlisted_at` IS NULL AND `id` IN
    (SELECT a.`streamer_id` FROM `streaming_accounts` a
      WHERE a.`platform` = new.`platform` AND a.`name_key` = new.`name_key`
        AND (a.`verified_at` IS NOT NULL OR `user_id` IS NULL)); END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_account` AFTER DELETE ON `users` BEGIN
    DELETE FROM `withdrawals` WHERE `user_id` = old.`id` AND `stored_at` IS NULL;
    INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) VALUES ('account', old.`id`, old.`created_at`, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_marketing` AFTER UPDATE OF `is_marketing` ON `users`
    WHEN old.`is_marketing` AND new.`is_marketing` IS NOT 1 BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) VALUES ('marketing', new.`id`, new.`created_at`, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_leaderboard` AFTER UPDATE OF `is_on_leaderboard` ON `users`
    WHEN old.`is_on_leaderboard` AND NOT new.`is_on_leaderboard` BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) VALUES ('leaderboard', new.`id`, new.`created_at`, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_rewards` AFTER UPDATE OF `is_gamified` ON `users`
    WHEN old.`is_gamified` AND NOT new.`is_gamified` BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) VALUES ('rewards', new.`id`, new.`created_at`, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_hype_faces` AFTER UPDATE OF `is_shown_on_hypes` ON `users`
    WHEN old.`is_shown_on_hypes` AND NOT new.`is_shown_on_hypes` BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) VALUES ('hype_faces', new.`id`, new.`created_at`, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_digest` AFTER UPDATE OF `digest` ON `users`
    WHEN old.`digest` <> 'off' AND new.`digest` = 'off' BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) VALUES ('digest', new.`id`, new.`created_at`, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_discord` AFTER UPDATE OF `discord_webhook` ON `users`
    WHEN old.`discord_webhook` IS NOT NULL AND new.`discord_webhook` IS NULL BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) VALUES ('discord', new.`id`, new.`created_at`, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_notification_insert` AFTER INSERT ON `notification_channels` WHEN NOT new.`is_enabled`
  BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) SELECT 'notification', `id`, `created_at`, new.`kind` || ' ' || new.`channel`, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM `users` WHERE `id` = new.`user_id`; END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_notification_update` AFTER UPDATE ON `notification_channels` WHEN NOT new.`is_enabled`
  BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) SELECT 'notification', `id`, `created_at`, new.`kind` || ' ' || new.`channel`, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM `users` WHERE `id` = new.`user_id`; END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_calendar_feed` AFTER DELETE ON `calendar_feeds`
    BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) SELECT 'calendar_feed', `id`, `created_at`, old.`token_hash`, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM `users` WHERE `id` = old.`user_id`; END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_opt_out` AFTER INSERT ON `opt_outs` BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) VALUES ('opt_out', NULL, NULL,
    json_array(new.`platform`, new.`name_key`, new.`platform_id`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_picture_insert` AFTER INSERT ON `platform_pictures`
    WHEN new.`removed_at` IS NOT NULL BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) VALUES ('picture', NULL, NULL,
  json_array(new.`kind`, new.`platform`, new.`subject`, new.`removed_by`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `withdrawals_picture_update` AFTER UPDATE OF `removed_at` ON `platform_pictures`
    WHEN old.`removed_at` IS NULL AND new.`removed_at` IS NOT NULL BEGIN INSERT INTO `withdrawals` (`kind`, `user_id`, `user_created_at`, `detail`, `at`) VALUES ('picture', NULL, NULL,
  json_array(new.`kind`, new.`platform`, new.`subject`, new.`removed_by`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_users_update` AFTER UPDATE OF `id`, `username`, `is_active`, `is_soft_banned`, `avatar_path`, `is_on_leaderboard`, `leaderboard_told_at`, `is_shown_on_hypes`, `leaderboard_excluded_at`, `is_gamified`, `gamification_suspended_at`, `created_at` ON `users` WHEN (old.`id`, old.`username`, old.`is_active`, old.`is_soft_banned`, old.`avatar_path`, old.`is_on_leaderboard`, old.`leaderboard_told_at`, old.`is_shown_on_hypes`, old.`leaderboard_excluded_at`, old.`is_gamified`, old.`gamification_suspended_at`, old.`created_at`) IS NOT (new.`id`, new.`username`, new.`is_active`, new.`is_soft_banned`, new.`avatar_path`, new.`is_on_leaderboard`, new.`leaderboard_told_at`, new.`is_shown_on_hypes`, new.`leaderboard_excluded_at`, new.`is_gamified`, new.`gamification_suspended_at`, new.`created_at`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streamers_update` AFTER UPDATE OF `id`, `display_name`, `name_key`, `language`, `avatar_path`, `banner_path`, `bio`, `links`, `followers`, `featured_at`, `user_id`, `unlisted_at`, `created_at` ON `streamers` WHEN (old.`id`, old.`display_name`, old.`name_key`, old.`language`, old.`avatar_path`, old.`banner_path`, old.`bio`, old.`links`, old.`followers`, old.`featured_at`, old.`user_id`, old.`unlisted_at`, old.`created_at`) IS NOT (new.`id`, new.`display_name`, new.`name_key`, new.`language`, new.`avatar_path`, new.`banner_path`, new.`bio`, new.`links`, new.`followers`, new.`featured_at`, new.`user_id`, new.`unlisted_at`, new.`created_at`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
