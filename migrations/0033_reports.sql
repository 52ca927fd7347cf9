CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` integer NOT NULL,
	`is_picture` integer DEFAULT false NOT NULL,
	`reason` text NOT NULL,
	`text` text,
	`created_at` integer NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`outcome` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open_once` ON `reports` (`user_id`,`subject_type`,`subject_id`,`is_picture`) WHERE "reports"."decided_at" is null;--> statement-breakpoint
CREATE INDEX `reports_user_created` ON `reports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`subject_type`,`subject_id`,`is_picture`,`id`) WHERE "reports"."decided_at" is null;--> statement-breakpoint
CREATE INDEX `reports_decided` ON `reports` (`decided_at`,`subject_type`,`subject_id`,`is_picture`) WHERE "reports"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX `reports_decided_by` ON `reports` (`decided_by`) WHERE "reports"."decided_by" is not null;