CREATE TABLE `platform_pictures` (
	`kind` text NOT NULL,
	`platform` text NOT NULL,
	`subject` text NOT NULL,
	`platform_id` text,
	`source_url` text,
	`path` text,
	`digest` text,
	`ask_at` integer,
	`fetch_at` integer,
	`checked_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`removed_at` integer,
	`removed_by` text,
	PRIMARY KEY(`kind`, `platform`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `platform_pictures_ask` ON `platform_pictures` (`kind`,`ask_at`) WHERE "platform_pictures"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX `platform_pictures_fetch` ON `platform_pictures` (`fetch_at`) WHERE "platform_pictures"."fetch_at" is not null;--> statement-breakpoint
CREATE INDEX `platform_pictures_path` ON `platform_pictures` (`path`) WHERE "platform_pictures"."path" is not null;
--> statement-breakpoint
-- Every game, and every event that was announced by a YouTube video, has a row here from the start.
CREATE TRIGGER `platform_pictures_game_insert` AFTER INSERT ON `games` BEGIN
  INSERT OR IGNORE INTO `platform_pictures` (`kind`, `platform`, `subject`, `ask_at`)
    VALUES ('game', 'twitch', CAST(new.`id` AS text), 0);
END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_game_rename` AFTER UPDATE OF `name_key` ON `games`
WHEN old.`name_key` IS NOT new.`name_key`
BEGIN
  UPDATE `platform_pictures` SET `ask_at` = iif(`removed_at` IS NULL, 0, NULL), `platform_id` = NULL
    WHERE `kind` = 'game' AND `platform` = 'twitch' AND `subject` = CAST(new.`id` AS text);
END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_game_delete` AFTER DELETE ON `games` BEGIN
  DELETE FROM `platform_pictures`
    WHERE `kind` = 'game' AND `platform` = 'twitch' AND `subject` = CAST(old.`id` AS text);
END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_event_insert` AFTER INSERT ON `events`
WHEN new.`proof_url` LIKE '%youtu%'
BEGIN
  INSERT OR IGNORE INTO `platform_pictures` (`kind`, `platform`, `subject`, `ask_at`)
    VALUES ('event', 'youtube', CAST(new.`id` AS text), 0);
END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_event_update` AFTER UPDATE OF `proof_url` ON `events`
WHEN old.`proof_url` IS NOT new.`proof_url`
BEGIN
  DELETE FROM `platform_pictures`
    WHERE `kind` = 'event' AND `platform` = 'youtube' AND `subject` = CAST(new.`id` AS text);
  INSERT INTO `platform_pictures` (`kind`, `platform`, `subject`, `ask_at`)
    SELECT 'event', 'youtube', CAST(new.`id` AS text), 0 WHERE new.`proof_url` LIKE '%youtu%';
END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_event_delete` AFTER DELETE ON `events` BEGIN
  DELETE FROM `platform_pictures`
    WHERE `kind` = 'event' AND `platform` = 'youtube' AND `subject` = CAST(old.`id` AS text);
END;
--> statement-breakpoint
INSERT INTO `platform_pictures` (`kind`, `platform`, `subject`, `ask_at`)
  SELECT 'game', 'twitch', CAST(`id` AS text), 0 FROM `games`;
--> statement-breakpoint
INSERT INTO `platform_pictures` (`kind`, `platform`, `subject`, `ask_at`)
  SELECT 'event', 'youtube', CAST(`id` AS text), 0 FROM `events` WHERE `proof_url` LIKE '%youtu%';
