ALTER TABLE `users` ADD `seen_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `deletion_at` integer;--> statement-breakpoint
CREATE INDEX `users_seen` ON `users` (`seen_at`);--> statement-breakpoint
CREATE INDEX `users_deletion` ON `users` (`deletion_at`) WHERE "users"."deletion_at" is not null;--> statement-breakpoint
CREATE INDEX `audit_members` ON `audit_entries` (`at`) WHERE "audit_entries"."subject_type" = 'user';--> statement-breakpoint
CREATE INDEX `audit_reports` ON `audit_entries` (`at`) WHERE "audit_entries"."act" in ('dismiss_reports', 'resolve_reports');--> statement-breakpoint
CREATE INDEX `events_moderator_note` ON `events` (`end_at`) WHERE "events"."moderator_note" is not null;--> statement-breakpoint
CREATE INDEX `xp_entries_foldable` ON `xp_entries` (`at`) WHERE ("xp_entries"."is_reversal" = 0 and "xp_entries"."action" in ('daily_visit', 'article_read')
    or "xp_entries"."is_reversal" = 1 and "xp_entries"."action" in ('hype', 'follow', 'account_verified')) and "xp_entries"."subject" <> 'total';--> statement-breakpoint
CREATE INDEX `event_broadcasts_observed` ON `event_broadcasts` (`polled_at`) WHERE "event_broadcasts"."title" is not null or "event_broadcasts"."viewers" > 0;--> statement-breakpoint
-- Data: the terms of unused accounts begin with the last session, otherwise now.
UPDATE users SET seen_at = coalesce((SELECT max(last_used_at) FROM sessions WHERE sessions.user_id = users.id), unixepoch() * 1000) / 86400000 * 86400000;
