ALTER TABLE `events` ADD `duplicate_of_id` integer REFERENCES events(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `events_duplicate_of` ON `events` (`duplicate_of_id`) WHERE "events"."duplicate_of_id" is not null;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `reason_code` text;