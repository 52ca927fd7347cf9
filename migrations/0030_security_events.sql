CREATE TABLE `alerts` (
	`name` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`raised_at` integer NOT NULL,
	`notified_at` integer
);
--> statement-breakpoint
CREATE TABLE `security_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`detail` text,
	`user_id` integer,
	`network` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `security_events_at` ON `security_events` (`at`);--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`);--> statement-breakpoint
CREATE INDEX `security_events_kind` ON `security_events` (`kind`);--> statement-breakpoint
CREATE INDEX `security_events_network` ON `security_events` (`network`);