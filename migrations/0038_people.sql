ALTER TABLE `streamers` ADD `name_skeleton` text;--> statement-breakpoint
ALTER TABLE `streamers` ADD `is_name_reserved` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `streamers_skeleton` ON `streamers` (`name_skeleton`);--> statement-breakpoint
ALTER TABLE `events` ADD `moderator_note` text;
--> statement-breakpoint
-- written by hand
-- Of events that no file import wrote, this text was typed under "Notes for moderators": it becomes the
-- note that only staff and the proposer read. Of members who left, only what is public stays.
UPDATE `events` SET
  `moderator_note` = iif(`proposer_id` IS NULL, NULL, `additional_info`),
  `additional_info` = NULL
WHERE `additional_info` IS NOT NULL AND `import_key` IS NULL;
--> statement-breakpoint
-- The hourly job reads a name anew, whichever statement or build wrote it.
CREATE TRIGGER `streamers_name_unread` AFTER UPDATE OF `display_name` ON `streamers`
WHEN new.`display_name` IS NOT old.`display_name`
BEGIN
  UPDATE `streamers` SET `name_skeleton` = NULL, `is_name_reserved` = 0 WHERE `id` = new.`id`;
END;
--> statement-breakpoint
-- Codes of an address go with the account's hold on it.
CREATE TRIGGER `sign_in_codes_address_left` AFTER UPDATE OF `email_key` ON `users`
WHEN old.`email_key` IS NOT NULL AND new.`email_key` IS NOT old.`email_key`
BEGIN
  DELETE FROM `sign_in_codes` WHERE `email_key` = old.`email_key`;
END;
