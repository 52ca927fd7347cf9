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
ALTER TABLE `streamers` ADD `unlisted_at` integer;--> statement-breakpoint
DROP TRIGGER `content_version_streamers_update`;
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
CREATE TRIGGER `content_version_streamers_update` AFTER UPDATE OF `id`, `display_name`, `name_key`, `language`, `avatar_path`, `banner_path`, `bio`, `links`, `followers`, `featured_at`, `user_id`, `unlisted_at`, `created_at` ON `streamers` WHEN (old.`id`, old.`display_name`, old.`name_key`, old.`language`, old.`avatar_path`, old.`banner_path`, old.`bio`, old.`links`, old.`followers`, old.`featured_at`, old.`user_id`, old.`unlisted_at`, old.`created_at`) IS NOT (new.`id`, new.`display_name`, new.`name_key`, new.`language`, new.`avatar_path`, new.`banner_path`, new.`bio`, new.`links`, new.`followers`, new.`featured_at`, new.`user_id`, new.`unlisted_at`, new.`created_at`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
