CREATE TABLE `participation_answers` (
	`event_id` integer NOT NULL,
	`streamer_id` integer NOT NULL,
	`answer` text NOT NULL,
	`answered_at` integer NOT NULL,
	`display_name` text NOT NULL,
	`platform` text,
	`account` text,
	PRIMARY KEY(`event_id`, `streamer_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`streamer_id`) REFERENCES `streamers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `participation_answers_streamer` ON `participation_answers` (`streamer_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `is_shown_on_hypes` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `streamers` ADD `banner_path` text;--> statement-breakpoint
CREATE INDEX `streamers_banner` ON `streamers` (`banner_path`) WHERE "streamers"."banner_path" is not null;--> statement-breakpoint
ALTER TABLE `hypes` ADD `is_shown` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `hypes_shown` ON `hypes` (`event_id`,`created_at`,`user_id`) WHERE "hypes"."is_shown" = 1;
--> statement-breakpoint
-- A participant who removed themselves does not come back by an edit, an import or a merge: neither by
-- their entry, nor, typed, by a channel that is proven to be theirs or by the name alone that they had.
CREATE TRIGGER `participation_answers_before_insert` BEFORE INSERT ON `event_participants`
WHEN EXISTS (SELECT 1 FROM `participation_answers` r
  WHERE r.`event_id` = new.`event_id` AND r.`answer` = 'removed' AND (
    r.`streamer_id` = new.`streamer_id`
    OR new.`streamer_id` IS NULL AND new.`account` IS NULL AND lower(r.`display_name`) = lower(new.`display_name`)
    OR new.`streamer_id` IS NULL AND EXISTS (SELECT 1 FROM `streaming_accounts` a
      WHERE a.`streamer_id` = r.`streamer_id` AND a.`verified_at` IS NOT NULL
        AND a.`platform` = new.`platform` AND a.`name_key` = lower(ltrim(new.`account`, '@')))))
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER `participation_answers_after_link` AFTER UPDATE OF `streamer_id` ON `event_participants`
WHEN EXISTS (SELECT 1 FROM `participation_answers` r
  WHERE r.`event_id` = new.`event_id` AND r.`streamer_id` = new.`streamer_id` AND r.`answer` = 'removed')
BEGIN
  DELETE FROM `event_participants` WHERE `event_id` = new.`event_id` AND `position` = new.`position`;
END;
--> statement-breakpoint
CREATE TRIGGER `participation_answers_after_insert` AFTER INSERT ON `participation_answers`
WHEN new.`answer` = 'removed'
BEGIN
  DELETE FROM `event_participants`
    WHERE `event_id` = new.`event_id` AND `streamer_id` = new.`streamer_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `participation_answers_after_update` AFTER UPDATE ON `participation_answers`
WHEN new.`answer` = 'removed'
BEGIN
  DELETE FROM `event_participants`
    WHERE `event_id` = new.`event_id` AND `streamer_id` = new.`streamer_id`;
END;
--> statement-breakpoint
-- `hypes.is_shown`: of members who chose it and are not restricted.
CREATE TRIGGER `hypes_shown_after_insert` AFTER INSERT ON `hypes`
WHEN EXISTS (SELECT 1 FROM `users` WHERE `id` = new.`user_id`
  AND `is_shown_on_hypes` = 1 AND `is_active` = 1 AND `is_soft_banned` = 0)
BEGIN
  UPDATE `hypes` SET `is_shown` = 1 WHERE `event_id` = new.`event_id` AND `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `hypes_shown_after_choice` AFTER UPDATE OF `is_shown_on_hypes`, `is_active`, `is_soft_banned` ON `users`
WHEN (old.`is_shown_on_hypes` AND old.`is_active` AND NOT old.`is_soft_banned`)
  IS NOT (new.`is_shown_on_hypes` AND new.`is_active` AND NOT new.`is_soft_banned`)
BEGIN
  UPDATE `hypes`
    SET `is_shown` = new.`is_shown_on_hypes` AND new.`is_active` AND NOT new.`is_soft_banned`
    WHERE `user_id` = new.`id`;
END;
