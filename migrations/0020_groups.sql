CREATE TABLE `group_follows` (
	`user_id` integer NOT NULL,
	`group_id` integer NOT NULL,
	`is_notified` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `event_groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `group_follows_user` ON `group_follows` (`user_id`,`group_id`);--> statement-breakpoint
ALTER TABLE `event_groups` ADD `follow_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Kept as those of streamers and games are.
CREATE TRIGGER `group_follows_after_insert` AFTER INSERT ON `group_follows` BEGIN
  UPDATE `event_groups` SET `follow_count` = `follow_count` + 1 WHERE `id` = new.`group_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `group_follows_after_delete` AFTER DELETE ON `group_follows` BEGIN
  UPDATE `event_groups` SET `follow_count` = `follow_count` - 1 WHERE `id` = old.`group_id`;
END;
