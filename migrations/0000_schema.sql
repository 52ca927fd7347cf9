CREATE TABLE `event_groups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`language_code` text,
	`game_id` integer,
	`category` text,
	`thumbnail_path` text,
	`venue` text,
	`website` text,
	`source` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`game_id`) REFERENCES `games`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_groups_slug_unique` ON `event_groups` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `event_groups_name_key_unique` ON `event_groups` (`name_key`);--> statement-breakpoint
CREATE TABLE `game_follows` (
	`user_id` integer NOT NULL,
	`game_id` integer NOT NULL,
	`is_notified` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`game_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`game_id`) REFERENCES `games`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `game_follows_user` ON `game_follows` (`user_id`);--> statement-breakpoint
CREATE TABLE `games` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`thumbnail_path` text,
	`follow_count` integer DEFAULT 0 NOT NULL,
	`source` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `games_slug_unique` ON `games` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `games_name_key_unique` ON `games` (`name_key`);--> statement-breakpoint
CREATE INDEX `games_popularity` ON `games` ("follow_count" desc,`id`);--> statement-breakpoint
CREATE TABLE `streamer_follows` (
	`user_id` integer NOT NULL,
	`streamer_id` integer NOT NULL,
	`is_notified` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`streamer_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`streamer_id`) REFERENCES `streamers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `streamer_follows_user` ON `streamer_follows` (`user_id`);--> statement-breakpoint
CREATE TABLE `streamers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`display_name` text NOT NULL,
	`name_key` text NOT NULL,
	`language` text,
	`avatar_path` text,
	`followers` integer,
	`follow_count` integer DEFAULT 0 NOT NULL,
	`featured_at` integer,
	`user_id` integer,
	`source` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `streamers_user_id_unique` ON `streamers` (`user_id`);--> statement-breakpoint
CREATE INDEX `streamers_name` ON `streamers` (`name_key`);--> statement-breakpoint
CREATE INDEX `streamers_followers` ON `streamers` ("followers" desc,`id`);--> statement-breakpoint
CREATE INDEX `streamers_popularity` ON `streamers` ("follow_count" desc,`id`);--> statement-breakpoint
CREATE TABLE `streaming_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`streamer_id` integer NOT NULL,
	`platform` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`streamer_id`) REFERENCES `streamers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `streaming_accounts_platform_name` ON `streaming_accounts` (`platform`,`name_key`);--> statement-breakpoint
CREATE INDEX `streaming_accounts_streamer` ON `streaming_accounts` (`streamer_id`);--> statement-breakpoint
CREATE TABLE `event_channels` (
	`event_id` integer NOT NULL,
	`position` integer NOT NULL,
	`platform` text NOT NULL,
	`account` text NOT NULL,
	PRIMARY KEY(`event_id`, `position`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `event_participants` (
	`event_id` integer NOT NULL,
	`position` integer NOT NULL,
	`streamer_id` integer,
	`display_name` text NOT NULL,
	`platform` text,
	`account` text,
	PRIMARY KEY(`event_id`, `position`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`streamer_id`) REFERENCES `streamers`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `event_participants_streamer` ON `event_participants` (`streamer_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`timezone` text NOT NULL,
	`time_certainty` text NOT NULL,
	`status` text NOT NULL,
	`approve_at` integer,
	`approved_at` integer,
	`cancelled_at` integer,
	`cancel_reason` text,
	`previous_start_at` integer,
	`language` text NOT NULL,
	`platform` text NOT NULL,
	`streaming_account_name` text,
	`game_id` integer,
	`category` text NOT NULL,
	`group_id` integer,
	`thumbnail_path` text,
	`proof_url` text NOT NULL,
	`additional_info` text,
	`hype_count` integer DEFAULT 0 NOT NULL,
	`proposer_id` integer,
	`rejection_code` text,
	`rejection_reason` text,
	`import_key` text,
	`source` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`game_id`) REFERENCES `games`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`group_id`) REFERENCES `event_groups`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`proposer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "events_end_after_start" CHECK("events"."end_at" > "events"."start_at")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_slug_unique` ON `events` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_import_key_unique` ON `events` (`import_key`);--> statement-breakpoint
CREATE INDEX `events_start` ON `events` (`status`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_hype` ON `events` (`status`,"hype_count" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `events_newest` ON `events` (`status`,"approved_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `events_created` ON `events` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_approve_at` ON `events` (`approve_at`) WHERE "events"."approve_at" is not null;--> statement-breakpoint
CREATE INDEX `events_group` ON `events` (`group_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `events_game` ON `events` (`game_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `events_proposer` ON `events` (`proposer_id`,`start_at`);--> statement-breakpoint
CREATE TABLE `hypes` (
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hypes_user` ON `hypes` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`user_id` integer NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`event_id` integer,
	`payload` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`deadline_at` integer,
	`claimed_at` integer,
	`claim` text,
	`sent_at` integer,
	`read_at` integer,
	`error` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once` ON `deliveries` (`key`,`user_id`,`channel`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`next_at`) WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_claimed` ON `deliveries` (`claimed_at`) WHERE "deliveries"."status" = 'claimed';--> statement-breakpoint
CREATE INDEX `deliveries_claim` ON `deliveries` (`claim`) WHERE "deliveries"."status" = 'claimed';--> statement-breakpoint
CREATE INDEX `deliveries_inbox` ON `deliveries` (`user_id`,`channel`,"id" desc);--> statement-breakpoint
CREATE INDEX `deliveries_unread` ON `deliveries` (`user_id`) WHERE "deliveries"."channel" = 'in_app' and "deliveries"."read_at" is null;--> statement-breakpoint
CREATE INDEX `deliveries_event` ON `deliveries` (`event_id`);--> statement-breakpoint
CREATE TABLE `notification_channels` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`channel` text NOT NULL,
	`is_enabled` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `channel`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`endpoint` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE TABLE `reminder_fanouts` (
	`event_id` integer NOT NULL,
	`hours` integer NOT NULL,
	`start_at` integer NOT NULL,
	`after_user_id` integer NOT NULL,
	`touched_at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`event_id`, `hours`, `start_at`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `articles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`excerpt` text DEFAULT '' NOT NULL,
	`markdown` text NOT NULL,
	`language` text,
	`status` text NOT NULL,
	`cover_path` text,
	`author_id` integer,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`published_at` integer,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `articles_slug_unique` ON `articles` (`slug`);--> statement-breakpoint
CREATE INDEX `articles_published` ON `articles` (`status`,"published_at" desc,`id`);--> statement-breakpoint
CREATE TABLE `client_errors` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message` text NOT NULL,
	`stack` text,
	`route` text NOT NULL,
	`build` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `client_errors_at` ON `client_errors` (`at`);--> statement-breakpoint
CREATE TABLE `client_event_counts` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`partner` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`link` text NOT NULL,
	`image_path` text,
	`code` text,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`placement` text NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deals_placement` ON `deals` (`placement`,`end_at`);--> statement-breakpoint
CREATE TABLE `account_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_tokens_hash_unique` ON `account_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `account_tokens_user` ON `account_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`subject` text NOT NULL,
	`hour` integer NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`subject`, `hour`)
);
--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_id` integer,
	`act` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` integer NOT NULL,
	`from_state` text,
	`to_state` text,
	`reason` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit_entries` (`subject_type`,`subject_id`);--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit_entries` (`actor_id`);--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit_entries` ("at" desc);--> statement-breakpoint
CREATE TABLE `identities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`provider` text NOT NULL,
	`provider_user_id` text NOT NULL,
	`email` text,
	`access_token` text,
	`refresh_token` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_provider_user` ON `identities` (`provider`,`provider_user_id`);--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`rotated_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `refresh_tokens_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text,
	`email_key` text,
	`email_verified_at` integer,
	`password_hash` text,
	`role` text DEFAULT 'member' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_soft_banned` integer DEFAULT false NOT NULL,
	`is_marketing` integer,
	`interface_language` text DEFAULT 'fr' NOT NULL,
	`timezone_name` text DEFAULT 'Europe/Paris' NOT NULL,
	`date_format_id` text DEFAULT 'dmy' NOT NULL,
	`avatar_path` text,
	`discord_webhook` text,
	`discord_disabled_at` integer,
	`total_xp` integer DEFAULT 0 NOT NULL,
	`trust` integer DEFAULT 50 NOT NULL,
	`is_on_leaderboard` integer DEFAULT true NOT NULL,
	`leaderboard_excluded_at` integer,
	`onboarded_at` integer,
	`digest` text DEFAULT 'off' NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key_unique` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);--> statement-breakpoint
CREATE TABLE `achievement_rarity` (
	`achievement` text PRIMARY KEY NOT NULL,
	`share` integer NOT NULL,
	`computed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trust_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`is_reversal` integer DEFAULT false NOT NULL,
	`round` integer DEFAULT 0 NOT NULL,
	`delta` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trust_entries_once` ON `trust_entries` (`user_id`,`action`,`subject`,`is_reversal`,`round`);--> statement-breakpoint
CREATE TABLE `unlocked_achievements` (
	`user_id` integer NOT NULL,
	`achievement` text NOT NULL,
	`unlocked_at` integer NOT NULL,
	`seen_at` integer,
	PRIMARY KEY(`user_id`, `achievement`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `unlocked_achievements_rule` ON `unlocked_achievements` (`achievement`);--> statement-breakpoint
CREATE TABLE `xp_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`is_reversal` integer DEFAULT false NOT NULL,
	`round` integer DEFAULT 0 NOT NULL,
	`points` integer NOT NULL,
	`reason` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `xp_entries_once` ON `xp_entries` (`user_id`,`action`,`subject`,`is_reversal`,`round`);--> statement-breakpoint
CREATE INDEX `xp_entries_window` ON `xp_entries` (`user_id`,`action`,`at`);--> statement-breakpoint
CREATE INDEX `xp_entries_at` ON `xp_entries` (`at`);