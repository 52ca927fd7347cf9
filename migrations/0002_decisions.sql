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
CREATE INDEX `appeals_answered_by` ON `appeals` (`answered_by`) WHERE "appeals"."answered_by" is not null;