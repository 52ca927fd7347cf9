CREATE TABLE `merged_addresses` (
	`kind` text NOT NULL,
	`address` text NOT NULL,
	`into_id` integer NOT NULL,
	PRIMARY KEY(`kind`, `address`)
);
--> statement-breakpoint
CREATE INDEX `merged_addresses_into` ON `merged_addresses` (`kind`,`into_id`);--> statement-breakpoint
CREATE TABLE `notice_fanouts` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`event_id` integer NOT NULL,
	`payload` text NOT NULL,
	`deadline_at` integer NOT NULL,
	`after_user_id` integer DEFAULT 0 NOT NULL,
	`touched_at` integer DEFAULT 0 NOT NULL,
	`done_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notice_fanouts_waiting` ON `notice_fanouts` (`touched_at`) WHERE "notice_fanouts"."done_at" is null;--> statement-breakpoint
CREATE INDEX `notice_fanouts_event` ON `notice_fanouts` (`event_id`);--> statement-breakpoint
ALTER TABLE `events` ADD `draft_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `events_draft` ON `events` (`proposer_id`,`draft_key`);--> statement-breakpoint
ALTER TABLE `articles` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `is_clock` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Who left cannot be told from the clock any more; approvals without an actor were nearly always the clock's.
UPDATE `audit_entries` SET `is_clock` = 1 WHERE `actor_id` IS NULL AND `act` = 'approve';
