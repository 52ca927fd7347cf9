ALTER TABLE `events` ADD `reviewed_at` integer;--> statement-breakpoint
-- What is on the agenda was seen by its moderators or has long been announced.
UPDATE `events` SET `reviewed_at` = `approved_at` WHERE `status` = 'approved';--> statement-breakpoint
CREATE INDEX `events_proposer_created` ON `events` (`proposer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `events_proposer_pending` ON `events` (`proposer_id`) WHERE "events"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `events_unreviewed` ON `events` (`created_at`) WHERE "events"."status" = 'approved' and "events"."reviewed_at" is null;
