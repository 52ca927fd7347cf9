ALTER TABLE `attempts` ADD `last_at` integer;--> statement-breakpoint
CREATE INDEX `streamers_avatar` ON `streamers` (`avatar_path`) WHERE "streamers"."avatar_path" is not null;--> statement-breakpoint
CREATE INDEX `events_thumbnail` ON `events` (`thumbnail_path`) WHERE "events"."thumbnail_path" is not null;--> statement-breakpoint
CREATE INDEX `users_avatar` ON `users` (`avatar_path`) WHERE "users"."avatar_path" is not null;