ALTER TABLE `audit_entries` ADD `former_actor` text;--> statement-breakpoint
ALTER TABLE `users` ADD `signup_expires_at` integer;--> statement-breakpoint
CREATE INDEX `users_signup_expires` ON `users` (`signup_expires_at`) WHERE "users"."signup_expires_at" is not null;