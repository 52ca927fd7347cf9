ALTER TABLE `users` ADD `seen_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `deletion_at` integer;--> statement-breakpoint
CREATE INDEX `users_seen` ON `users` (`seen_at`);--> statement-breakpoint
CREATE INDEX `users_deletion` ON `users` (`deletion_at`) WHERE "users"."deletion_at" is not null;--> statement-breakpoint
CREATE INDEX `xp_entries_foldable` ON `xp_entries` (`at`) WHERE ("xp_entries"."is_reversal" = 0 and "xp_entries"."action" in ('daily_visit', 'article_read')
    or "xp_entries"."is_reversal" = 1 and "xp_entries"."action" in ('hype', 'follow', 'account_verified')) and "xp_entries"."subject" <> 'total';--> statement-breakpoint
-- Data: the terms of unused accounts begin with the last session, otherwise now.
UPDATE users SET seen_at = coalesce((SELECT max(last_used_at) FROM sessions WHERE sessions.user_id = users.id), unixepoch() * 1000) / 86400000 * 86400000;
