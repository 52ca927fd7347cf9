CREATE TABLE `upload_listings` (
	`folder` text PRIMARY KEY NOT NULL,
	`cursor` text,
	`done_at` integer
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`path` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`check_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `uploads_check` ON `uploads` (`check_at`);--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`) WHERE "uploads"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_ended` ON `deliveries` (("channel" = 'in_app'),`next_at`) WHERE "deliveries"."status" in ('sent', 'stopped');--> statement-breakpoint
-- What nothing shows any more goes with the next hourly job: a platform's picture has one place only.
CREATE TRIGGER `uploads_after_picture_update` AFTER UPDATE OF `path` ON `platform_pictures`
WHEN old.`path` IS NOT NULL AND new.`path` IS NOT old.`path` BEGIN
  UPDATE `uploads` SET `check_at` = 0 WHERE `path` = old.`path`;
END;
--> statement-breakpoint
CREATE TRIGGER `uploads_after_picture_delete` AFTER DELETE ON `platform_pictures`
WHEN old.`path` IS NOT NULL BEGIN
  UPDATE `uploads` SET `check_at` = 0 WHERE `path` = old.`path`;
END;
