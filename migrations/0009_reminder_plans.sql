CREATE TABLE `lane_drains` (
	`lane` text NOT NULL,
	`began_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`lane`, `began_at`)
);
--> statement-breakpoint
CREATE TABLE `reminder_plans` (
	`event_id` integer NOT NULL,
	`lane` text NOT NULL,
	`recipients` integer NOT NULL,
	`per_second` real NOT NULL,
	`lead_ms` integer NOT NULL,
	`hype_count` integer NOT NULL,
	PRIMARY KEY(`event_id`, `lane`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
