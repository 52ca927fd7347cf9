CREATE TABLE `mail_suppressions` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`cleared_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `mail_suppressions_user` ON `mail_suppressions` (`user_id`) WHERE "mail_suppressions"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `mail_suppressions_at` ON `mail_suppressions` (`at`);