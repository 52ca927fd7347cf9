DROP INDEX `streamers_followers`;--> statement-breakpoint
DROP INDEX `streamers_popularity`;--> statement-breakpoint
CREATE INDEX `streamers_shuffled` ON `streamers` (("id" * 2654435761) % 4294967296);--> statement-breakpoint
CREATE INDEX `streamers_featured` ON `streamers` ("featured_at" desc) WHERE "streamers"."featured_at" is not null;--> statement-breakpoint
CREATE INDEX `streamers_popularity` ON `streamers` ("follow_count" desc,"followers" desc,`id`);--> statement-breakpoint
DROP INDEX `game_follows_user`;--> statement-breakpoint
CREATE INDEX `game_follows_latest` ON `game_follows` (`game_id`,`created_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `game_follows_user` ON `game_follows` (`user_id`,`game_id`);--> statement-breakpoint
DROP INDEX `streamer_follows_user`;--> statement-breakpoint
CREATE INDEX `streamer_follows_latest` ON `streamer_follows` (`streamer_id`,`created_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `streamer_follows_created` ON `streamer_follows` (`created_at`,`streamer_id`);--> statement-breakpoint
CREATE INDEX `streamer_follows_user` ON `streamer_follows` (`user_id`,`streamer_id`);--> statement-breakpoint
CREATE INDEX `events_channel` ON `events` (`platform`,lower("streaming_account_name"),`start_at`);