CREATE TABLE `account_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`return_path` text,
	`pending_action` text,
	`resumed_at` integer,
	`continued_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_tokens_hash_unique` ON `account_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `account_tokens_user` ON `account_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_id` integer,
	`former_actor` text,
	`is_clock` integer DEFAULT false NOT NULL,
	`act` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` integer NOT NULL,
	`from_state` text,
	`to_state` text,
	`reason_code` text,
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
	`name` text,
	`access_token` text,
	`refresh_token` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_provider_user` ON `identities` (`provider`,`provider_user_id`);--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`challenged_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
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
	`replaced_by` integer,
	`confirmed_at` integer,
	`passkey_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`request_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`language` text NOT NULL,
	`time_zone` text,
	`is_known_device` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_codes_request_hash_unique` ON `sign_in_codes` (`request_hash`);--> statement-breakpoint
CREATE INDEX `sign_in_codes_email` ON `sign_in_codes` (`email_key`,`created_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text,
	`email_key` text,
	`email_verified_at` integer,
	`password_hash` text,
	`signup_expires_at` integer,
	`role` text DEFAULT 'member' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_soft_banned` integer DEFAULT false NOT NULL,
	`is_marketing` integer,
	`marketing_asked_at` integer,
	`interface_language` text DEFAULT 'fr' NOT NULL,
	`is_language_chosen` integer DEFAULT false NOT NULL,
	`timezone_name` text DEFAULT 'Europe/Paris' NOT NULL,
	`is_time_zone_chosen` integer DEFAULT false NOT NULL,
	`date_format_id` text DEFAULT 'dmy' NOT NULL,
	`is_date_format_chosen` integer DEFAULT false NOT NULL,
	`is_date_format_doubtful` integer DEFAULT false NOT NULL,
	`hour_cycle` text,
	`density` text,
	`motion` text,
	`muted` text,
	`avatar_path` text,
	`discord_webhook` text,
	`discord_disabled_at` integer,
	`total_xp` integer DEFAULT 0 NOT NULL,
	`trust` integer DEFAULT 50 NOT NULL,
	`is_on_leaderboard` integer DEFAULT true NOT NULL,
	`is_shown_on_hypes` integer DEFAULT false NOT NULL,
	`leaderboard_excluded_at` integer,
	`is_gamified` integer DEFAULT true NOT NULL,
	`gamification_suspended_at` integer,
	`is_ranked` integer GENERATED ALWAYS AS (is_active and not is_soft_banned and is_on_leaderboard and is_gamified
        and leaderboard_excluded_at is null and gamification_suspended_at is null) VIRTUAL,
	`seen_level` integer DEFAULT 1 NOT NULL,
	`onboarded_at` integer,
	`onboarding_skipped_at` integer,
	`digest` text DEFAULT 'off' NOT NULL,
	`digest_next_at` integer,
	`quiet_from` integer,
	`quiet_to` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key_unique` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);--> statement-breakpoint
CREATE INDEX `users_avatar` ON `users` (`avatar_path`) WHERE "users"."avatar_path" is not null;--> statement-breakpoint
CREATE INDEX `users_marketing` ON `users` (`id`,`interface_language`) WHERE "users"."is_marketing" = 1 and "users"."is_active" = 1 and "users"."email_verified_at" is not null;--> statement-breakpoint
CREATE INDEX `users_signup_expires` ON `users` (`signup_expires_at`) WHERE "users"."signup_expires_at" is not null;--> statement-breakpoint
CREATE INDEX `users_digest_due` ON `users` (`digest_next_at`) WHERE "users"."digest_next_at" is not null;--> statement-breakpoint
CREATE TABLE `articles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`excerpt` text DEFAULT '' NOT NULL,
	`markdown` text NOT NULL,
	`language` text,
	`status` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
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
CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`texts` text NOT NULL,
	`languages` text NOT NULL,
	`falls_back_to_english` integer NOT NULL,
	`audience` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`started_at` integer,
	`after_user_id` integer DEFAULT 0 NOT NULL,
	`touched_at` integer DEFAULT 0 NOT NULL,
	`written_at` integer,
	`recipients` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`unsubscribed` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `campaigns_waiting` ON `campaigns` (`touched_at`) WHERE "campaigns"."status" = 'sending' and "campaigns"."written_at" is null;--> statement-breakpoint
CREATE TABLE `marketing_consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`at` integer NOT NULL,
	`is_given` integer NOT NULL,
	`way` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `marketing_consents_user` ON `marketing_consents` (`user_id`);--> statement-breakpoint
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
	`follow_count` integer DEFAULT 0 NOT NULL,
	`event_count` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `game_follows_user` ON `game_follows` (`user_id`,`game_id`);--> statement-breakpoint
CREATE INDEX `game_follows_latest` ON `game_follows` (`game_id`,`created_at`,`user_id`);--> statement-breakpoint
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
CREATE TABLE `group_follows` (
	`user_id` integer NOT NULL,
	`group_id` integer NOT NULL,
	`is_notified` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `event_groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `group_follows_user` ON `group_follows` (`user_id`,`group_id`);--> statement-breakpoint
CREATE TABLE `merged_addresses` (
	`kind` text NOT NULL,
	`address` text NOT NULL,
	`into_id` integer NOT NULL,
	PRIMARY KEY(`kind`, `address`)
);
--> statement-breakpoint
CREATE INDEX `merged_addresses_into` ON `merged_addresses` (`kind`,`into_id`);--> statement-breakpoint
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
CREATE INDEX `streamer_follows_user` ON `streamer_follows` (`user_id`,`streamer_id`);--> statement-breakpoint
CREATE INDEX `streamer_follows_latest` ON `streamer_follows` (`streamer_id`,`created_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `streamer_follows_created` ON `streamer_follows` (`created_at`,`streamer_id`);--> statement-breakpoint
CREATE TABLE `streamers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`display_name` text NOT NULL,
	`name_key` text NOT NULL,
	`name_skeleton` text,
	`is_name_reserved` integer DEFAULT false NOT NULL,
	`language` text,
	`avatar_path` text,
	`banner_path` text,
	`bio` text,
	`links` text DEFAULT '[]' NOT NULL,
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
CREATE INDEX `streamers_skeleton` ON `streamers` (`name_skeleton`);--> statement-breakpoint
CREATE INDEX `streamers_popularity` ON `streamers` ("follow_count" desc,"followers" desc,`id`);--> statement-breakpoint
CREATE INDEX `streamers_shuffled` ON `streamers` (("id" * 2654435761) % 4294967296);--> statement-breakpoint
CREATE INDEX `streamers_featured` ON `streamers` ("featured_at" desc) WHERE "streamers"."featured_at" is not null;--> statement-breakpoint
CREATE INDEX `streamers_avatar` ON `streamers` (`avatar_path`) WHERE "streamers"."avatar_path" is not null;--> statement-breakpoint
CREATE INDEX `streamers_banner` ON `streamers` (`banner_path`) WHERE "streamers"."banner_path" is not null;--> statement-breakpoint
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
CREATE TABLE `calendar_feeds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`token` text NOT NULL,
	`scope` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token_hash_unique` ON `calendar_feeds` (`token_hash`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_user` ON `calendar_feeds` (`user_id`);--> statement-breakpoint
CREATE TABLE `event_channels` (
	`event_id` integer NOT NULL,
	`position` integer NOT NULL,
	`platform` text NOT NULL,
	`account` text NOT NULL,
	PRIMARY KEY(`event_id`, `position`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_channels_account` ON `event_channels` (`platform`,lower("account"));--> statement-breakpoint
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
	`reviewed_at` integer,
	`cancelled_at` integer,
	`cancel_reason` text,
	`withdrawn_at` integer,
	`previous_start_at` integer,
	`language` text NOT NULL,
	`platform` text NOT NULL,
	`streaming_account_name` text,
	`game_id` integer,
	`category` text NOT NULL,
	`group_id` integer,
	`series_id` text,
	`series_name` text NOT NULL,
	`series_key` text GENERATED ALWAYS AS (coalesce('s:' || series_id, 'g' || group_id || ':' || series_name)) STORED,
	`first_date_id` integer,
	`thumbnail_path` text,
	`proof_url` text NOT NULL,
	`additional_info` text,
	`moderator_note` text,
	`hype_count` integer DEFAULT 0 NOT NULL,
	`proposer_id` integer,
	`rejection_code` text,
	`rejection_reason` text,
	`duplicate_of_id` integer,
	`import_key` text,
	`source` text,
	`draft_key` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`game_id`) REFERENCES `games`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`group_id`) REFERENCES `event_groups`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`first_date_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`proposer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`duplicate_of_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "events_end_after_start" CHECK("events"."end_at" > "events"."start_at")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_slug_unique` ON `events` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_import_key_unique` ON `events` (`import_key`);--> statement-breakpoint
CREATE INDEX `events_start` ON `events` (`status`,`start_at`,`id`,`end_at`,`cancelled_at`,`approved_at`,`hype_count`,`group_id`,`game_id`,`category`,`language`,`platform`,`time_certainty`);--> statement-breakpoint
CREATE INDEX `events_long` ON `events` (`status`,`start_at`,`id`,`end_at`,`cancelled_at`) WHERE "events"."end_at" - "events"."start_at" > 86400000;--> statement-breakpoint
CREATE INDEX `events_hype` ON `events` (`status`,"hype_count" desc,"id" desc,`end_at`,`cancelled_at`);--> statement-breakpoint
CREATE INDEX `events_newest` ON `events` (`status`,"approved_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `events_created` ON `events` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_approve_at` ON `events` (`approve_at`) WHERE "events"."approve_at" is not null;--> statement-breakpoint
CREATE INDEX `events_group` ON `events` (`group_id`,`status`,`start_at`,`id`,`end_at`,`cancelled_at`);--> statement-breakpoint
CREATE INDEX `events_game` ON `events` (`game_id`,`status`,`start_at`,`id`,`end_at`,`cancelled_at`);--> statement-breakpoint
CREATE INDEX `events_category` ON `events` (`category`,`status`,`start_at`,`id`,`end_at`,`cancelled_at`);--> statement-breakpoint
CREATE INDEX `events_series` ON `events` (`series_key`,`status`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_channel` ON `events` (`platform`,lower("streaming_account_name"),`start_at`);--> statement-breakpoint
CREATE INDEX `events_proposer` ON `events` (`proposer_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `events_proposer_created` ON `events` (`proposer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `events_proposer_pending` ON `events` (`proposer_id`) WHERE "events"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `events_unreviewed` ON `events` (`created_at`) WHERE "events"."status" = 'approved' and "events"."reviewed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `events_draft` ON `events` (`proposer_id`,`draft_key`);--> statement-breakpoint
CREATE INDEX `events_duplicate_of` ON `events` (`duplicate_of_id`) WHERE "events"."duplicate_of_id" is not null;--> statement-breakpoint
CREATE INDEX `events_first_date` ON `events` (`first_date_id`) WHERE "events"."first_date_id" is not null;--> statement-breakpoint
CREATE INDEX `events_thumbnail` ON `events` (`thumbnail_path`) WHERE "events"."thumbnail_path" is not null;--> statement-breakpoint
CREATE TABLE `hypes` (
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`is_shown` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hypes_user` ON `hypes` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `hypes_shown` ON `hypes` (`event_id`,`created_at`,`user_id`) WHERE "hypes"."is_shown" = 1;--> statement-breakpoint
CREATE TABLE `participation_answers` (
	`event_id` integer NOT NULL,
	`streamer_id` integer NOT NULL,
	`answer` text NOT NULL,
	`answered_at` integer NOT NULL,
	`display_name` text NOT NULL,
	`platform` text,
	`account` text,
	PRIMARY KEY(`event_id`, `streamer_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`streamer_id`) REFERENCES `streamers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `participation_answers_streamer` ON `participation_answers` (`streamer_id`);--> statement-breakpoint
CREATE TABLE `achievement_holders` (
	`achievement` text PRIMARY KEY NOT NULL,
	`holders` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `achievement_progress` (
	`user_id` integer NOT NULL,
	`counter` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`user_id`, `counter`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `achievement_rules` (
	`achievement` text PRIMARY KEY NOT NULL,
	`after_user_id` integer DEFAULT 0 NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE TABLE `leaderboard_counts` (
	`period` text NOT NULL,
	`scale` integer NOT NULL,
	`bucket` integer NOT NULL,
	`members` integer NOT NULL,
	PRIMARY KEY(`period`, `scale`, `bucket`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `leaderboard_entries` (
	`period` text NOT NULL,
	`user_id` integer NOT NULL,
	`xp` integer NOT NULL,
	`is_shown` integer NOT NULL,
	PRIMARY KEY(`period`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `leaderboard_entries_rank` ON `leaderboard_entries` (`period`,"xp" desc,`user_id`) WHERE "leaderboard_entries"."is_shown" = 1 and "leaderboard_entries"."xp" > 0;--> statement-breakpoint
CREATE INDEX `leaderboard_entries_user` ON `leaderboard_entries` (`user_id`);--> statement-breakpoint
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
) WITHOUT ROWID;
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
	`facts` text DEFAULT '{}' NOT NULL,
	`traits` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `xp_entries_once` ON `xp_entries` (`user_id`,`action`,`subject`,`is_reversal`,`round`);--> statement-breakpoint
CREATE INDEX `xp_entries_window` ON `xp_entries` (`user_id`,`action`,`at`);--> statement-breakpoint
CREATE INDEX `xp_entries_at` ON `xp_entries` (`at`);--> statement-breakpoint
CREATE TABLE `imported_events` (
	`source_id` integer NOT NULL,
	`uid` text NOT NULL,
	`event_id` integer,
	`fingerprint` text NOT NULL,
	`missing_runs` integer DEFAULT 0 NOT NULL,
	`missing_since` integer,
	`taken_off_at` integer,
	PRIMARY KEY(`source_id`, `uid`),
	FOREIGN KEY (`source_id`) REFERENCES `schedule_sources`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `imported_events_event` ON `imported_events` (`event_id`);--> statement-breakpoint
CREATE TABLE `schedule_sources` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`streamer_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`kind` text NOT NULL,
	`sealed_url` text,
	`category` text NOT NULL,
	`language` text NOT NULL,
	`timezone` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_run_at` integer,
	`last_error` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`next_run_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`streamer_id`) REFERENCES `streamers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `streaming_accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `schedule_sources_user` ON `schedule_sources` (`user_id`);--> statement-breakpoint
CREATE INDEX `schedule_sources_streamer` ON `schedule_sources` (`streamer_id`);--> statement-breakpoint
CREATE INDEX `schedule_sources_account` ON `schedule_sources` (`account_id`);--> statement-breakpoint
CREATE INDEX `schedule_sources_due` ON `schedule_sources` (`next_run_at`) WHERE "schedule_sources"."next_run_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `schedule_sources_file` ON `schedule_sources` (`account_id`,`user_id`) WHERE "schedule_sources"."kind" = 'ical_file';--> statement-breakpoint
CREATE TABLE `channels` (
	`platform` text NOT NULL,
	`name_key` text NOT NULL,
	`platform_id` text,
	`title` text,
	`uploads_id` text,
	`followers` integer,
	`checked_at` integer NOT NULL,
	`problem` text,
	`new_name` text,
	`noticed_at` integer,
	PRIMARY KEY(`platform`, `name_key`)
);
--> statement-breakpoint
CREATE INDEX `channels_problem` ON `channels` (`platform`,`name_key`) WHERE "channels"."problem" is not null;--> statement-breakpoint
CREATE TABLE `event_broadcasts` (
	`event_id` integer NOT NULL,
	`platform` text NOT NULL,
	`name_key` text NOT NULL,
	`is_on_air` integer NOT NULL,
	`polled_at` integer NOT NULL,
	`fresh_until` integer NOT NULL,
	`seen_at` integer,
	`stream_id` text,
	`title` text,
	`since` integer,
	`viewers` integer DEFAULT 0 NOT NULL,
	`vod_url` text,
	`vod_at` integer,
	PRIMARY KEY(`event_id`, `platform`, `name_key`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_broadcasts_vod` ON `event_broadcasts` (`platform`,`vod_at`) WHERE "event_broadcasts"."vod_at" is not null;--> statement-breakpoint
CREATE TABLE `platform_pictures` (
	`kind` text NOT NULL,
	`platform` text NOT NULL,
	`subject` text NOT NULL,
	`platform_id` text,
	`source_url` text,
	`path` text,
	`digest` text,
	`ask_at` integer,
	`fetch_at` integer,
	`checked_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`removed_at` integer,
	`removed_by` text,
	PRIMARY KEY(`kind`, `platform`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `platform_pictures_ask` ON `platform_pictures` (`kind`,`ask_at`) WHERE "platform_pictures"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX `platform_pictures_fetch` ON `platform_pictures` (`fetch_at`) WHERE "platform_pictures"."fetch_at" is not null;--> statement-breakpoint
CREATE INDEX `platform_pictures_path` ON `platform_pictures` (`path`) WHERE "platform_pictures"."path" is not null;--> statement-breakpoint
CREATE TABLE `platform_states` (
	`platform` text PRIMARY KEY NOT NULL,
	`sealed_token` text,
	`token_expires_at` integer,
	`next_poll_at` integer DEFAULT 0 NOT NULL,
	`quota_day` text,
	`quota_used` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `upload_listings` (
	`folder` text PRIMARY KEY NOT NULL,
	`cursor` text,
	`done_at` integer
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`path` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`check_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `uploads_check` ON `uploads` (`check_at`);--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`) WHERE "uploads"."user_id" is not null;--> statement-breakpoint
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
	`reason` text,
	`error` text,
	`created_at` integer NOT NULL,
	`subscription_id` integer,
	`batch` text,
	`priority` integer GENERATED ALWAYS AS (case
    when channel not in ('email', 'discord', 'push', 'in_app') then 0
    when batch is not null then 7
    when kind in ('verify_email', 'account_exists', 'reset_password', 'password_changed', 'change_email', 'email_change_asked', 'sign_in_method_changed', 'session_revoked', 'delete_account') then 1
    when kind = 'reminder' then iif(iif(json_valid(payload), payload ->> 'hours', null) = 1, 2, 4)
    when kind in ('event_changed', 'event_cancelled') then 3
    when kind = 'campaign' then 6
    else 5 end) VIRTUAL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once` ON `deliveries` (`key`,`user_id`,`channel`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`next_at`) WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_batch` ON `deliveries` (`batch`) WHERE "deliveries"."batch" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_queue` ON `deliveries` (`priority`,`channel`,`next_at`) WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_claimed` ON `deliveries` (`claimed_at`) WHERE "deliveries"."status" = 'claimed';--> statement-breakpoint
CREATE INDEX `deliveries_claim` ON `deliveries` (`claim`) WHERE "deliveries"."status" = 'claimed';--> statement-breakpoint
CREATE INDEX `deliveries_inbox` ON `deliveries` (`user_id`,`channel`,"id" desc);--> statement-breakpoint
CREATE INDEX `deliveries_unread` ON `deliveries` (`user_id`) WHERE "deliveries"."channel" = 'in_app' and "deliveries"."read_at" is null;--> statement-breakpoint
CREATE INDEX `deliveries_event` ON `deliveries` (`event_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `deliveries_dead` ON `deliveries` (`next_at`,`id`,`status`,`channel`,`kind`) WHERE "deliveries"."status" in ('dead', 'unknown');--> statement-breakpoint
CREATE INDEX `deliveries_ended` ON `deliveries` (("channel" = 'in_app'),`next_at`) WHERE "deliveries"."status" in ('sent', 'stopped');--> statement-breakpoint
CREATE TABLE `delivery_providers` (
	`provider` text PRIMARY KEY NOT NULL,
	`next_call_at` integer NOT NULL,
	`retry_at` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`failed_at` integer DEFAULT 0 NOT NULL,
	`paused_at` integer,
	`probe_at` integer,
	`probe` text
);
--> statement-breakpoint
CREATE TABLE `delivery_slots` (
	`slot` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`until` integer NOT NULL,
	`page` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `digest_items` (
	`user_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`told_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `event_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digest_items_event` ON `digest_items` (`event_id`);--> statement-breakpoint
CREATE TABLE `mail_suppressions` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`cleared_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `mail_suppressions_user` ON `mail_suppressions` (`user_id`) WHERE "mail_suppressions"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `mail_suppressions_at` ON `mail_suppressions` (`at`);--> statement-breakpoint
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
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`session_id` integer,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
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
CREATE TABLE `alerts` (
	`name` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`raised_at` integer NOT NULL,
	`notified_at` integer
);
--> statement-breakpoint
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
CREATE TABLE `content_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `delivery_counts` (
	`state` text NOT NULL,
	`hour` integer NOT NULL,
	`channel` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`state`, `hour`, `channel`)
);
--> statement-breakpoint
CREATE TABLE `installation` (
	`id` integer PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`state` text NOT NULL,
	`worked_at` integer,
	`duration_ms` integer,
	`error` text
);
--> statement-breakpoint
CREATE TABLE `stale_tags` (
	`tag` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `attempts` (
	`subject` text NOT NULL,
	`hour` integer NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	`last_at` integer,
	PRIMARY KEY(`subject`, `hour`)
);
--> statement-breakpoint
CREATE TABLE `security_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`detail` text,
	`user_id` integer,
	`network` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `security_events_at` ON `security_events` (`at`);--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`);--> statement-breakpoint
CREATE INDEX `security_events_kind` ON `security_events` (`kind`);--> statement-breakpoint
CREATE INDEX `security_events_network` ON `security_events` (`network`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` integer NOT NULL,
	`is_picture` integer DEFAULT false NOT NULL,
	`reason` text NOT NULL,
	`text` text,
	`created_at` integer NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`outcome` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open_once` ON `reports` (`user_id`,`subject_type`,`subject_id`,`is_picture`) WHERE "reports"."decided_at" is null;--> statement-breakpoint
CREATE INDEX `reports_user_created` ON `reports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`subject_type`,`subject_id`,`is_picture`,`id`) WHERE "reports"."decided_at" is null;--> statement-breakpoint
CREATE INDEX `reports_decided` ON `reports` (`decided_at`,`subject_type`,`subject_id`,`is_picture`) WHERE "reports"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX `reports_decided_by` ON `reports` (`decided_by`) WHERE "reports"."decided_by" is not null;--> statement-breakpoint
CREATE TABLE `section_picks` (
	`section` text PRIMARY KEY NOT NULL,
	`ids` text NOT NULL,
	`picked_at` integer NOT NULL,
	`content_version` text NOT NULL
);

--> statement-breakpoint
-- What search looks up. A row's number says what it is (its multiple of 2^60: event, group, game,
-- streamer, participant, account), how prominent (start, or digits of the followers) and which, so that
-- a bounded look-up from the highest number down meets the prominent ones first. A name's first word
-- stands there once more behind `zq`: names that begin so are found without reading all that contain it.
-- The name without spaces is there too: `GP Explorer` is also written as one word. What begins with a
-- word of more letters than the longest prefix is gathered from all words that do, at each search.
CREATE VIRTUAL TABLE `search_names` USING fts5(`name`, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2", prefix='2 3 4 5 6 7 8 9 10 11 12');
--> statement-breakpoint
-- Every word that names have had, and its trigrams: what a misspelt word is put right by.
CREATE TABLE `search_words` (
	`id` integer PRIMARY KEY NOT NULL,
	`word` text NOT NULL UNIQUE
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_word_parts` USING fts5(`word`, content='', tokenize="trigram remove_diacritics 1", detail=none);
--> statement-breakpoint
-- Holds nothing: what is inserted here goes to both indexes.
CREATE VIEW `search_entries` AS SELECT 0 AS `number`, '' AS `name`, '' AS `alias`;
--> statement-breakpoint
INSERT INTO `achievement_holders` VALUES ('members', 0);
--> statement-breakpoint
INSERT INTO `content_version` VALUES (1, hex(randomblob(8)));
--> statement-breakpoint
INSERT INTO `installation` VALUES (1, lower(hex(randomblob(8))));
--> statement-breakpoint
-- Printed by scripts/print-triggers.ts
CREATE TRIGGER `hypes_after_insert` AFTER INSERT ON `hypes` BEGIN UPDATE `events` SET `hype_count` = `hype_count` + 1 WHERE `id` = new.`event_id`; END;
--> statement-breakpoint
CREATE TRIGGER `hypes_after_delete` AFTER DELETE ON `hypes` BEGIN UPDATE `events` SET `hype_count` = `hype_count` - 1 WHERE `id` = old.`event_id`; END;
--> statement-breakpoint
CREATE TRIGGER `game_follows_after_insert` AFTER INSERT ON `game_follows` BEGIN UPDATE `games` SET `follow_count` = `follow_count` + 1 WHERE `id` = new.`game_id`; END;
--> statement-breakpoint
CREATE TRIGGER `game_follows_after_delete` AFTER DELETE ON `game_follows` BEGIN UPDATE `games` SET `follow_count` = `follow_count` - 1 WHERE `id` = old.`game_id`; END;
--> statement-breakpoint
CREATE TRIGGER `group_follows_after_insert` AFTER INSERT ON `group_follows` BEGIN UPDATE `event_groups` SET `follow_count` = `follow_count` + 1 WHERE `id` = new.`group_id`; END;
--> statement-breakpoint
CREATE TRIGGER `group_follows_after_delete` AFTER DELETE ON `group_follows` BEGIN UPDATE `event_groups` SET `follow_count` = `follow_count` - 1 WHERE `id` = old.`group_id`; END;
--> statement-breakpoint
CREATE TRIGGER `streamer_follows_after_insert` AFTER INSERT ON `streamer_follows` BEGIN UPDATE `streamers` SET `follow_count` = `follow_count` + 1 WHERE `id` = new.`streamer_id`; END;
--> statement-breakpoint
CREATE TRIGGER `streamer_follows_after_delete` AFTER DELETE ON `streamer_follows` BEGIN UPDATE `streamers` SET `follow_count` = `follow_count` - 1 WHERE `id` = old.`streamer_id`; END;
--> statement-breakpoint
CREATE TRIGGER `event_count_after_insert` AFTER INSERT ON `events`
    WHEN new.`status` = 'approved' AND new.`group_id` IS NOT NULL
    BEGIN
      UPDATE `event_groups` SET `event_count` = `event_count` + 1 WHERE `id` = new.`group_id`;
    END;
--> statement-breakpoint
CREATE TRIGGER `event_count_after_update` AFTER UPDATE OF `status`, `group_id` ON `events`
    WHEN (old.`status` = 'approved', old.`group_id`) IS NOT (new.`status` = 'approved', new.`group_id`)
    BEGIN
      UPDATE `event_groups` SET `event_count` = `event_count` - 1
        WHERE `id` = old.`group_id` AND old.`status` = 'approved';
      UPDATE `event_groups` SET `event_count` = `event_count` + 1
        WHERE `id` = new.`group_id` AND new.`status` = 'approved';
    END;
--> statement-breakpoint
CREATE TRIGGER `event_count_after_delete` AFTER DELETE ON `events`
    WHEN old.`status` = 'approved' AND old.`group_id` IS NOT NULL
    BEGIN
      UPDATE `event_groups` SET `event_count` = `event_count` - 1 WHERE `id` = old.`group_id`;
    END;
--> statement-breakpoint
CREATE TRIGGER `unlocked_achievements_after_insert` AFTER INSERT ON `unlocked_achievements` BEGIN INSERT INTO `achievement_holders` VALUES (new.`achievement`, 1)
  ON CONFLICT (`achievement`) DO UPDATE SET `holders` = `holders` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `unlocked_achievements_after_delete` AFTER DELETE ON `unlocked_achievements` BEGIN UPDATE `achievement_holders` SET `holders` = `holders` - 1 WHERE `achievement` = old.`achievement`;
    DELETE FROM `achievement_holders` WHERE `achievement` = old.`achievement` AND `holders` = 0; END;
--> statement-breakpoint
CREATE TRIGGER `users_after_insert_holders` AFTER INSERT ON `users` BEGIN INSERT INTO `achievement_holders` VALUES ('members', 1)
  ON CONFLICT (`achievement`) DO UPDATE SET `holders` = `holders` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `users_after_delete_holders` AFTER DELETE ON `users` BEGIN UPDATE `achievement_holders` SET `holders` = `holders` - 1 WHERE `achievement` = 'members'; END;
--> statement-breakpoint
CREATE TRIGGER `users_after_update_ranked` AFTER UPDATE OF `is_active`, `is_soft_banned`, `is_on_leaderboard`,
      `is_gamified`, `leaderboard_excluded_at`, `gamification_suspended_at` ON `users`
    WHEN new.`is_ranked` <> old.`is_ranked` BEGIN
      UPDATE `leaderboard_entries` SET `is_shown` = new.`is_ranked` WHERE `user_id` = new.`id`;
    END;
--> statement-breakpoint
CREATE TRIGGER `leaderboard_entries_after_insert` AFTER INSERT ON `leaderboard_entries` WHEN new.`is_shown` = 1 AND new.`xp` > 0 BEGIN INSERT INTO `leaderboard_counts` (`period`, `scale`, `bucket`, `members`)
  VALUES (new.`period`, 0, new.`xp`, 1), (new.`period`, 7, new.`xp` >> 7, 1)
  ON CONFLICT (`period`, `scale`, `bucket`) DO UPDATE SET `members` = `members` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `leaderboard_entries_after_update_in` AFTER UPDATE OF `xp`, `is_shown` ON `leaderboard_entries` WHEN new.`is_shown` = 1 AND new.`xp` > 0 BEGIN INSERT INTO `leaderboard_counts` (`period`, `scale`, `bucket`, `members`)
  VALUES (new.`period`, 0, new.`xp`, 1), (new.`period`, 7, new.`xp` >> 7, 1)
  ON CONFLICT (`period`, `scale`, `bucket`) DO UPDATE SET `members` = `members` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `leaderboard_entries_after_update_out` AFTER UPDATE OF `xp`, `is_shown` ON `leaderboard_entries` WHEN old.`is_shown` = 1 AND old.`xp` > 0 BEGIN 
  UPDATE `leaderboard_counts` SET `members` = `members` - 1 WHERE `period` = old.`period` AND (`scale` = 0 AND `bucket` = old.`xp` OR `scale` = 7 AND `bucket` = old.`xp` >> 7);
  DELETE FROM `leaderboard_counts` WHERE `period` = old.`period` AND `members` = 0 AND (`scale` = 0 AND `bucket` = old.`xp` OR `scale` = 7 AND `bucket` = old.`xp` >> 7); END;
--> statement-breakpoint
CREATE TRIGGER `leaderboard_entries_after_delete` AFTER DELETE ON `leaderboard_entries` WHEN old.`is_shown` = 1 AND old.`xp` > 0 BEGIN 
  UPDATE `leaderboard_counts` SET `members` = `members` - 1 WHERE `period` = old.`period` AND (`scale` = 0 AND `bucket` = old.`xp` OR `scale` = 7 AND `bucket` = old.`xp` >> 7);
  DELETE FROM `leaderboard_counts` WHERE `period` = old.`period` AND `members` = 0 AND (`scale` = 0 AND `bucket` = old.`xp` OR `scale` = 7 AND `bucket` = old.`xp` >> 7); END;
--> statement-breakpoint
CREATE TRIGGER `trust_entries_after_insert` AFTER INSERT ON `trust_entries` BEGIN
    UPDATE `users` SET `trust` = max(0, min(100, 50 + (SELECT sum(`delta`) FROM `trust_entries` WHERE `user_id` = new.`user_id`))) WHERE `id` = new.`user_id`;
  END;
--> statement-breakpoint
CREATE TRIGGER `xp_entries_after_insert` AFTER INSERT ON `xp_entries` BEGIN
    UPDATE `users` SET `total_xp` = `total_xp` + new.`points` WHERE `id` = new.`user_id`;
  END;
--> statement-breakpoint
CREATE TRIGGER `xp_entries_after_insert_leaderboard` AFTER INSERT ON `xp_entries` WHEN new.`points` <> 0 BEGIN
    INSERT INTO `leaderboard_entries` (`period`, `user_id`, `xp`, `is_shown`)
      SELECT j.`value`, u.`id`, new.`points`, u.`is_ranked` FROM `users` u, json_each(json_array('all',
        'month-' || strftime('%Y-%m', new.`at` / 1000, 'unixepoch'),
        'week-' || date(new.`at` / 1000, 'unixepoch', '-6 days', 'weekday 1'))) j
      WHERE u.`id` = new.`user_id`
      ON CONFLICT (`period`, `user_id`)
      DO UPDATE SET `xp` = `xp` + excluded.`xp`;
  END;
--> statement-breakpoint
CREATE TRIGGER `xp_entries_after_insert_progress` AFTER INSERT ON `xp_entries` WHEN new.`is_reversal` = 0 AND new.`round` = 0 BEGIN
    INSERT INTO `achievement_progress` (`user_id`, `counter`, `value`)
      SELECT new.`user_id`, j.`value`, 1 FROM json_each(new.`traits`) j WHERE true
      ON CONFLICT (`user_id`, `counter`)
      DO UPDATE SET `value` = `achievement_progress`.`value` + 1;
  END;
--> statement-breakpoint
CREATE TRIGGER `delivery_counts_after_insert` AFTER INSERT ON `deliveries` BEGIN INSERT INTO `delivery_counts` (`state`, `hour`, `channel`, `count`)
  VALUES (CASE WHEN new.`status` IN ('pending', 'claimed') THEN iif(new.`attempts` > (new.`status` = 'claimed'), 'failed', 'due') ELSE new.`status` END, new.`next_at` / 3600000, new.`channel`, 1)
  ON CONFLICT (`state`, `hour`, `channel`) DO UPDATE SET `count` = `count` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `delivery_counts_after_update` AFTER UPDATE OF `status`, `attempts`, `next_at` ON `deliveries`
    WHEN old.`next_at` / 3600000 <> new.`next_at` / 3600000 OR CASE WHEN old.`status` IN ('pending', 'claimed') THEN iif(old.`attempts` > (old.`status` = 'claimed'), 'failed', 'due') ELSE old.`status` END <> CASE WHEN new.`status` IN ('pending', 'claimed') THEN iif(new.`attempts` > (new.`status` = 'claimed'), 'failed', 'due') ELSE new.`status` END
    BEGIN UPDATE `delivery_counts` SET `count` = `count` - 1 WHERE `state` = CASE WHEN old.`status` IN ('pending', 'claimed') THEN iif(old.`attempts` > (old.`status` = 'claimed'), 'failed', 'due') ELSE old.`status` END AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel`;
  DELETE FROM `delivery_counts` WHERE `state` = CASE WHEN old.`status` IN ('pending', 'claimed') THEN iif(old.`attempts` > (old.`status` = 'claimed'), 'failed', 'due') ELSE old.`status` END AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel` AND `count` <= 0; INSERT INTO `delivery_counts` (`state`, `hour`, `channel`, `count`)
  VALUES (CASE WHEN new.`status` IN ('pending', 'claimed') THEN iif(new.`attempts` > (new.`status` = 'claimed'), 'failed', 'due') ELSE new.`status` END, new.`next_at` / 3600000, new.`channel`, 1)
  ON CONFLICT (`state`, `hour`, `channel`) DO UPDATE SET `count` = `count` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `delivery_counts_after_delete` AFTER DELETE ON `deliveries` BEGIN UPDATE `delivery_counts` SET `count` = `count` - 1 WHERE `state` = CASE WHEN old.`status` IN ('pending', 'claimed') THEN iif(old.`attempts` > (old.`status` = 'claimed'), 'failed', 'due') ELSE old.`status` END AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel`;
  DELETE FROM `delivery_counts` WHERE `state` = CASE WHEN old.`status` IN ('pending', 'claimed') THEN iif(old.`attempts` > (old.`status` = 'claimed'), 'failed', 'due') ELSE old.`status` END AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel` AND `count` <= 0; END;
--> statement-breakpoint
CREATE TRIGGER `campaigns_after_delivery_insert` AFTER INSERT ON `deliveries` WHEN new.`kind` = 'campaign' BEGIN
    UPDATE `campaigns` SET `recipients` = `recipients` + 1 WHERE `id` = new.`payload` ->> 'campaign';
  END;
--> statement-breakpoint
CREATE TRIGGER `campaigns_after_delivery_update` AFTER UPDATE OF `status` ON `deliveries`
    WHEN new.`kind` = 'campaign' AND new.`status` <> old.`status` BEGIN
      UPDATE `campaigns` SET
        `sent` = `sent` + (new.`status` = 'sent') - (old.`status` = 'sent'),
        `failed` = `failed` + (new.`status` IN ('dead', 'unknown')) - (old.`status` IN ('dead', 'unknown')),
        `skipped` = `skipped` + (new.`status` = 'stopped') - (old.`status` = 'stopped')
        WHERE `id` = new.`payload` ->> 'campaign';
    END;
--> statement-breakpoint
CREATE TRIGGER `campaigns_after_delivery_delete` AFTER DELETE ON `deliveries`
    WHEN old.`kind` = 'campaign' AND old.`status` IN ('pending', 'claimed') BEGIN
      UPDATE `campaigns` SET `skipped` = `skipped` + 1 WHERE `id` = old.`payload` ->> 'campaign';
    END;
--> statement-breakpoint
CREATE TRIGGER `push_subscriptions_after_session_end` AFTER UPDATE OF `revoked_at` ON `sessions`
    WHEN new.`revoked_at` IS NOT NULL AND old.`revoked_at` IS NULL BEGIN
      DELETE FROM `push_subscriptions` WHERE `session_id` = new.`id`;
    END;
--> statement-breakpoint
CREATE TRIGGER `hypes_shown_after_insert` AFTER INSERT ON `hypes`
    WHEN EXISTS (SELECT 1 FROM `users` WHERE `id` = new.`user_id`
      AND `is_shown_on_hypes` = 1 AND `is_active` = 1 AND `is_soft_banned` = 0)
    BEGIN
      UPDATE `hypes` SET `is_shown` = 1 WHERE `event_id` = new.`event_id` AND `user_id` = new.`user_id`;
    END;
--> statement-breakpoint
CREATE TRIGGER `hypes_shown_after_choice` AFTER UPDATE OF `is_shown_on_hypes`, `is_active`, `is_soft_banned` ON `users`
    WHEN (old.`is_shown_on_hypes` AND old.`is_active` AND NOT old.`is_soft_banned`) IS NOT (new.`is_shown_on_hypes` AND new.`is_active` AND NOT new.`is_soft_banned`)
    BEGIN
      UPDATE `hypes` SET `is_shown` = new.`is_shown_on_hypes` AND new.`is_active` AND NOT new.`is_soft_banned` WHERE `user_id` = new.`id`;
    END;
--> statement-breakpoint
CREATE TRIGGER `sign_in_codes_address_left` AFTER UPDATE OF `email_key` ON `users`
    WHEN old.`email_key` IS NOT NULL AND new.`email_key` IS NOT old.`email_key`
    BEGIN DELETE FROM `sign_in_codes` WHERE `email_key` = old.`email_key`; END;
--> statement-breakpoint
CREATE TRIGGER `streamers_name_unread` AFTER UPDATE OF `display_name` ON `streamers`
    WHEN new.`display_name` IS NOT old.`display_name`
    BEGIN
      UPDATE `streamers` SET `name_skeleton` = NULL, `is_name_reserved` = 0 WHERE `id` = new.`id`;
    END;
--> statement-breakpoint
CREATE TRIGGER `participation_answers_after_insert` AFTER INSERT ON `participation_answers` WHEN new.`answer` = 'removed' BEGIN
  DELETE FROM `event_participants`
    WHERE `event_id` = new.`event_id` AND `streamer_id` = new.`streamer_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `participation_answers_after_update` AFTER UPDATE ON `participation_answers` WHEN new.`answer` = 'removed' BEGIN
  DELETE FROM `event_participants`
    WHERE `event_id` = new.`event_id` AND `streamer_id` = new.`streamer_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `participation_answers_after_link` AFTER UPDATE OF `streamer_id` ON `event_participants`
    WHEN EXISTS (SELECT 1 FROM `participation_answers` r
      WHERE r.`event_id` = new.`event_id` AND r.`streamer_id` = new.`streamer_id` AND r.`answer` = 'removed')
    BEGIN
      DELETE FROM `event_participants` WHERE `event_id` = new.`event_id` AND `position` = new.`position`;
    END;
--> statement-breakpoint
CREATE TRIGGER `participation_answers_before_insert` BEFORE INSERT ON `event_participants`
    WHEN EXISTS (SELECT 1 FROM `participation_answers` r
      WHERE r.`event_id` = new.`event_id` AND r.`answer` = 'removed' AND (
        r.`streamer_id` = new.`streamer_id`
        OR new.`streamer_id` IS NULL AND new.`account` IS NULL AND lower(r.`display_name`) = lower(new.`display_name`)
        OR new.`streamer_id` IS NULL AND EXISTS (SELECT 1 FROM `streaming_accounts` a
          WHERE a.`streamer_id` = r.`streamer_id` AND a.`verified_at` IS NOT NULL
            AND a.`platform` = new.`platform` AND a.`name_key` = lower(ltrim(new.`account`, '@')))))
    BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_event_insert` AFTER INSERT ON `events` WHEN new.`proof_url` LIKE '%youtu%' BEGIN
    INSERT OR IGNORE INTO `platform_pictures` (`kind`, `platform`, `subject`, `ask_at`) VALUES ('event', 'youtube', CAST(new.`id` AS text), 0);
  END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_event_update` AFTER UPDATE OF `proof_url` ON `events`
    WHEN old.`proof_url` IS NOT new.`proof_url` BEGIN
      DELETE FROM `platform_pictures` WHERE `kind` = 'event' AND `platform` = 'youtube' AND `subject` = CAST(new.`id` AS text);
      INSERT INTO `platform_pictures` (`kind`, `platform`, `subject`, `ask_at`) SELECT 'event', 'youtube', CAST(new.`id` AS text), 0 WHERE new.`proof_url` LIKE '%youtu%';
    END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_event_delete` AFTER DELETE ON `events` BEGIN
    DELETE FROM `platform_pictures` WHERE `kind` = 'event' AND `platform` = 'youtube' AND `subject` = CAST(old.`id` AS text);
  END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_game_insert` AFTER INSERT ON `games` BEGIN
    INSERT OR IGNORE INTO `platform_pictures` (`kind`, `platform`, `subject`, `ask_at`) VALUES ('game', 'twitch', CAST(new.`id` AS text), 0);
  END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_game_rename` AFTER UPDATE OF `name_key` ON `games`
    WHEN old.`name_key` IS NOT new.`name_key` BEGIN
      UPDATE `platform_pictures` SET `ask_at` = iif(`removed_at` IS NULL, 0, NULL), `platform_id` = NULL WHERE `kind` = 'game' AND `platform` = 'twitch' AND `subject` = CAST(new.`id` AS text);
    END;
--> statement-breakpoint
CREATE TRIGGER `platform_pictures_game_delete` AFTER DELETE ON `games` BEGIN
    DELETE FROM `platform_pictures` WHERE `kind` = 'game' AND `platform` = 'twitch' AND `subject` = CAST(old.`id` AS text);
  END;
--> statement-breakpoint
CREATE TRIGGER `uploads_after_picture_update` AFTER UPDATE OF `path` ON `platform_pictures`
    WHEN old.`path` IS NOT NULL AND new.`path` IS NOT old.`path` BEGIN UPDATE `uploads` SET `check_at` = 0 WHERE `path` = old.`path`; END;
--> statement-breakpoint
CREATE TRIGGER `uploads_after_picture_delete` AFTER DELETE ON `platform_pictures` WHEN old.`path` IS NOT NULL BEGIN UPDATE `uploads` SET `check_at` = 0 WHERE `path` = old.`path`; END;
--> statement-breakpoint
CREATE TRIGGER `search_events_after_insert` AFTER INSERT ON `events` BEGIN INSERT INTO `search_entries` SELECT 1152921504606846976 + max(new.`start_at`, 0) / 60000 * 4294967296 + new.`id`, new.`name`, coalesce(new.`streaming_account_name`, '') WHERE new.`status` = 'approved'; END;
--> statement-breakpoint
CREATE TRIGGER `search_events_after_update` AFTER UPDATE OF `status`, `start_at`, `name`, `streaming_account_name` ON `events`
      WHEN (old.`status`, old.`name`, old.`streaming_account_name`, 1152921504606846976 + max(old.`start_at`, 0) / 60000 * 4294967296 + old.`id`) IS NOT (new.`status`, new.`name`, new.`streaming_account_name`, 1152921504606846976 + max(new.`start_at`, 0) / 60000 * 4294967296 + new.`id`) BEGIN DELETE FROM `search_names` WHERE `rowid` = 1152921504606846976 + max(old.`start_at`, 0) / 60000 * 4294967296 + old.`id`; INSERT INTO `search_entries` SELECT 1152921504606846976 + max(new.`start_at`, 0) / 60000 * 4294967296 + new.`id`, new.`name`, coalesce(new.`streaming_account_name`, '') WHERE new.`status` = 'approved'; END;
--> statement-breakpoint
CREATE TRIGGER `search_events_after_delete` AFTER DELETE ON `events` BEGIN DELETE FROM `search_names` WHERE `rowid` = 1152921504606846976 + max(old.`start_at`, 0) / 60000 * 4294967296 + old.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `search_event_groups_after_insert` AFTER INSERT ON `event_groups` BEGIN INSERT INTO `search_entries` SELECT 2305843009213693952 + new.`id`, new.`name`, replace(new.`name`, ' ', ''); END;
--> statement-breakpoint
CREATE TRIGGER `search_event_groups_after_update` AFTER UPDATE OF `name` ON `event_groups`
      WHEN old.`name` IS NOT new.`name` BEGIN DELETE FROM `search_names` WHERE `rowid` = 2305843009213693952 + old.`id`; INSERT INTO `search_entries` SELECT 2305843009213693952 + new.`id`, new.`name`, replace(new.`name`, ' ', ''); END;
--> statement-breakpoint
CREATE TRIGGER `search_event_groups_after_delete` AFTER DELETE ON `event_groups` BEGIN DELETE FROM `search_names` WHERE `rowid` = 2305843009213693952 + old.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `search_games_after_insert` AFTER INSERT ON `games` BEGIN INSERT INTO `search_entries` SELECT 3458764513820540928 + length(new.`follow_count`) * 4294967296 + new.`id`, new.`name`, replace(new.`name`, ' ', ''); END;
--> statement-breakpoint
CREATE TRIGGER `search_games_after_update` AFTER UPDATE OF `name`, `follow_count` ON `games`
      WHEN (old.`name`, 3458764513820540928 + length(old.`follow_count`) * 4294967296 + old.`id`) IS NOT (new.`name`, 3458764513820540928 + length(new.`follow_count`) * 4294967296 + new.`id`) BEGIN DELETE FROM `search_names` WHERE `rowid` = 3458764513820540928 + length(old.`follow_count`) * 4294967296 + old.`id`; INSERT INTO `search_entries` SELECT 3458764513820540928 + length(new.`follow_count`) * 4294967296 + new.`id`, new.`name`, replace(new.`name`, ' ', ''); END;
--> statement-breakpoint
CREATE TRIGGER `search_games_after_delete` AFTER DELETE ON `games` BEGIN DELETE FROM `search_names` WHERE `rowid` = 3458764513820540928 + length(old.`follow_count`) * 4294967296 + old.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `search_streamers_after_insert` AFTER INSERT ON `streamers` BEGIN INSERT INTO `search_entries` SELECT 4611686018427387904 + length(max(coalesce(new.`followers`, 0), new.`follow_count`)) * 4294967296 + new.`id`, new.`display_name`, replace(new.`display_name`, ' ', ''); END;
--> statement-breakpoint
CREATE TRIGGER `search_streamers_after_update` AFTER UPDATE OF `display_name`, `followers`, `follow_count` ON `streamers`
      WHEN (old.`display_name`, 4611686018427387904 + length(max(coalesce(old.`followers`, 0), old.`follow_count`)) * 4294967296 + old.`id`) IS NOT (new.`display_name`, 4611686018427387904 + length(max(coalesce(new.`followers`, 0), new.`follow_count`)) * 4294967296 + new.`id`) BEGIN DELETE FROM `search_names` WHERE `rowid` = 4611686018427387904 + length(max(coalesce(old.`followers`, 0), old.`follow_count`)) * 4294967296 + old.`id`; INSERT INTO `search_entries` SELECT 4611686018427387904 + length(max(coalesce(new.`followers`, 0), new.`follow_count`)) * 4294967296 + new.`id`, new.`display_name`, replace(new.`display_name`, ' ', ''); END;
--> statement-breakpoint
CREATE TRIGGER `search_streamers_after_delete` AFTER DELETE ON `streamers` BEGIN DELETE FROM `search_names` WHERE `rowid` = 4611686018427387904 + length(max(coalesce(old.`followers`, 0), old.`follow_count`)) * 4294967296 + old.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `search_event_participants_after_insert` AFTER INSERT ON `event_participants` BEGIN INSERT INTO `search_entries` SELECT 5764607523034234880 + new.`event_id` * 256 + new.`position`, new.`display_name`, coalesce(new.`account`, ''); END;
--> statement-breakpoint
CREATE TRIGGER `search_event_participants_after_update` AFTER UPDATE OF `display_name`, `account` ON `event_participants`
      WHEN (old.`display_name`, old.`account`) IS NOT (new.`display_name`, new.`account`) BEGIN DELETE FROM `search_names` WHERE `rowid` = 5764607523034234880 + old.`event_id` * 256 + old.`position`; INSERT INTO `search_entries` SELECT 5764607523034234880 + new.`event_id` * 256 + new.`position`, new.`display_name`, coalesce(new.`account`, ''); END;
--> statement-breakpoint
CREATE TRIGGER `search_event_participants_after_delete` AFTER DELETE ON `event_participants` BEGIN DELETE FROM `search_names` WHERE `rowid` = 5764607523034234880 + old.`event_id` * 256 + old.`position`; END;
--> statement-breakpoint
CREATE TRIGGER `search_streaming_accounts_after_insert` AFTER INSERT ON `streaming_accounts` BEGIN INSERT INTO `search_entries` SELECT 6917529027641081856 + new.`id`, new.`name`, ''; END;
--> statement-breakpoint
CREATE TRIGGER `search_streaming_accounts_after_update` AFTER UPDATE OF `name` ON `streaming_accounts`
      WHEN old.`name` IS NOT new.`name` BEGIN DELETE FROM `search_names` WHERE `rowid` = 6917529027641081856 + old.`id`; INSERT INTO `search_entries` SELECT 6917529027641081856 + new.`id`, new.`name`, ''; END;
--> statement-breakpoint
CREATE TRIGGER `search_streaming_accounts_after_delete` AFTER DELETE ON `streaming_accounts` BEGIN DELETE FROM `search_names` WHERE `rowid` = 6917529027641081856 + old.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `search_entries_insert` INSTEAD OF INSERT ON `search_entries` BEGIN
    INSERT INTO `search_names` (`rowid`, `name`) VALUES (new.`number`,
      'zq' || substr(new.`name`, 1, instr(new.`name` || ' ', ' ') - 1) || ' ' || new.`name`
        || ' ' || replace(new.`name`, ' ', '') || ' ' || new.`alias`
        || CASE WHEN new.`name` || ' ' || new.`alias` GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı]*' THEN ' zq' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(new.`name` || ' ' || replace(new.`name`, ' ', '') || ' ' || new.`alias`, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ß', 'ss'), 'ẞ', 'ss'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ı', 'i') ELSE '' END
        || CASE WHEN new.`name` || ' ' || new.`alias` GLOB '*[々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿][々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*'
          THEN coalesce((SELECT group_concat(' ' || p.`pair`, '')
            FROM (SELECT substr(new.`name` || ' ' || new.`alias`, n.`value`, 2) AS `pair` FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,166,167,168,169,170,171,172,173,174,175,176,177,178,179,180,181,182,183,184,185,186,187,188,189,190,191,192,193,194,195,196,197,198,199,200,201,202,203,204,205,206,207,208,209,210,211,212,213,214,215,216,217,218,219,220,221,222,223,224,225,226,227,228,229,230,231,232,233,234,235,236,237,238,239,240]') n) p
            WHERE p.`pair` GLOB '[々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿][々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]'), '')
          ELSE '' END);
    INSERT INTO `search_words` (`word`) SELECT lower(w.`value`)
      FROM json_each('[' || replace(json_quote(replace(replace(replace(replace(replace(replace(replace(replace(new.`name` || ' ' || new.`alias`, '-', ' '), '_', ' '), ':', ' '), ',', ' '), '.', ' '), '''', ' '), '’', ' '), '"', ' ')), ' ', '","') || ']') w
      WHERE length(w.`value`) BETWEEN 3 AND 40 ON CONFLICT DO NOTHING;
  END;
--> statement-breakpoint
CREATE TRIGGER `search_words_after_insert` AFTER INSERT ON `search_words` BEGIN
    INSERT INTO `search_word_parts` (`rowid`, `word`) VALUES (new.`id`, ' ' || new.`word` || ' ');
  END;
--> statement-breakpoint
CREATE TRIGGER `content_version_users_update` AFTER UPDATE OF `id`, `username`, `is_active`, `is_soft_banned`, `avatar_path`, `is_on_leaderboard`, `is_shown_on_hypes`, `leaderboard_excluded_at`, `is_gamified`, `gamification_suspended_at`, `created_at` ON `users` WHEN (old.`id`, old.`username`, old.`is_active`, old.`is_soft_banned`, old.`avatar_path`, old.`is_on_leaderboard`, old.`is_shown_on_hypes`, old.`leaderboard_excluded_at`, old.`is_gamified`, old.`gamification_suspended_at`, old.`created_at`) IS NOT (new.`id`, new.`username`, new.`is_active`, new.`is_soft_banned`, new.`avatar_path`, new.`is_on_leaderboard`, new.`is_shown_on_hypes`, new.`leaderboard_excluded_at`, new.`is_gamified`, new.`gamification_suspended_at`, new.`created_at`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_users_delete` AFTER DELETE ON `users` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_articles_insert` AFTER INSERT ON `articles` WHEN new.`status` = 'published' BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_articles_update` AFTER UPDATE OF `id`, `slug`, `title`, `excerpt`, `markdown`, `language`, `status`, `revision`, `cover_path`, `author_id`, `author_name`, `created_at`, `updated_at`, `published_at` ON `articles` WHEN (old.`id`, old.`slug`, old.`title`, old.`excerpt`, old.`markdown`, old.`language`, old.`status`, old.`revision`, old.`cover_path`, old.`author_id`, old.`author_name`, old.`created_at`, old.`updated_at`, old.`published_at`) IS NOT (new.`id`, new.`slug`, new.`title`, new.`excerpt`, new.`markdown`, new.`language`, new.`status`, new.`revision`, new.`cover_path`, new.`author_id`, new.`author_name`, new.`created_at`, new.`updated_at`, new.`published_at`)
  AND (old.`status` = 'published' OR new.`status` = 'published') BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_articles_delete` AFTER DELETE ON `articles` WHEN old.`status` = 'published' BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_deals_insert` AFTER INSERT ON `deals` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_deals_update` AFTER UPDATE OF `id`, `partner`, `title`, `text`, `link`, `image_path`, `code`, `start_at`, `end_at`, `placement`, `created_at` ON `deals` WHEN (old.`id`, old.`partner`, old.`title`, old.`text`, old.`link`, old.`image_path`, old.`code`, old.`start_at`, old.`end_at`, old.`placement`, old.`created_at`) IS NOT (new.`id`, new.`partner`, new.`title`, new.`text`, new.`link`, new.`image_path`, new.`code`, new.`start_at`, new.`end_at`, new.`placement`, new.`created_at`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_deals_delete` AFTER DELETE ON `deals` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_groups_insert` AFTER INSERT ON `event_groups` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_groups_update` AFTER UPDATE OF `id`, `slug`, `name`, `name_key`, `description`, `language_code`, `game_id`, `category`, `thumbnail_path`, `venue`, `website`, `created_at` ON `event_groups` WHEN (old.`id`, old.`slug`, old.`name`, old.`name_key`, old.`description`, old.`language_code`, old.`game_id`, old.`category`, old.`thumbnail_path`, old.`venue`, old.`website`, old.`created_at`) IS NOT (new.`id`, new.`slug`, new.`name`, new.`name_key`, new.`description`, new.`language_code`, new.`game_id`, new.`category`, new.`thumbnail_path`, new.`venue`, new.`website`, new.`created_at`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_groups_delete` AFTER DELETE ON `event_groups` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_games_insert` AFTER INSERT ON `games` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_games_update` AFTER UPDATE OF `id`, `slug`, `name`, `name_key`, `description`, `thumbnail_path`, `created_at` ON `games` WHEN (old.`id`, old.`slug`, old.`name`, old.`name_key`, old.`description`, old.`thumbnail_path`, old.`created_at`) IS NOT (new.`id`, new.`slug`, new.`name`, new.`name_key`, new.`description`, new.`thumbnail_path`, new.`created_at`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_games_delete` AFTER DELETE ON `games` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_merged_addresses_insert` AFTER INSERT ON `merged_addresses` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_merged_addresses_update` AFTER UPDATE OF `kind`, `address`, `into_id` ON `merged_addresses` WHEN (old.`kind`, old.`address`, old.`into_id`) IS NOT (new.`kind`, new.`address`, new.`into_id`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_merged_addresses_delete` AFTER DELETE ON `merged_addresses` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streamers_insert` AFTER INSERT ON `streamers` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streamers_update` AFTER UPDATE OF `id`, `display_name`, `name_key`, `language`, `avatar_path`, `banner_path`, `bio`, `links`, `followers`, `featured_at`, `user_id`, `created_at` ON `streamers` WHEN (old.`id`, old.`display_name`, old.`name_key`, old.`language`, old.`avatar_path`, old.`banner_path`, old.`bio`, old.`links`, old.`followers`, old.`featured_at`, old.`user_id`, old.`created_at`) IS NOT (new.`id`, new.`display_name`, new.`name_key`, new.`language`, new.`avatar_path`, new.`banner_path`, new.`bio`, new.`links`, new.`followers`, new.`featured_at`, new.`user_id`, new.`created_at`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streamers_delete` AFTER DELETE ON `streamers` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streaming_accounts_insert` AFTER INSERT ON `streaming_accounts` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streaming_accounts_update` AFTER UPDATE OF `id`, `streamer_id`, `platform`, `name`, `name_key`, `verified_at`, `created_at` ON `streaming_accounts` WHEN (old.`id`, old.`streamer_id`, old.`platform`, old.`name`, old.`name_key`, old.`verified_at`, old.`created_at`) IS NOT (new.`id`, new.`streamer_id`, new.`platform`, new.`name`, new.`name_key`, new.`verified_at`, new.`created_at`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_streaming_accounts_delete` AFTER DELETE ON `streaming_accounts` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_channels_insert` AFTER INSERT ON `event_channels` WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved') BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_channels_update` AFTER UPDATE OF `event_id`, `position`, `platform`, `account` ON `event_channels` WHEN (old.`event_id`, old.`position`, old.`platform`, old.`account`) IS NOT (new.`event_id`, new.`position`, new.`platform`, new.`account`)
  AND (EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_channels_delete` AFTER DELETE ON `event_channels` WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_participants_insert` AFTER INSERT ON `event_participants` WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved') BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_participants_update` AFTER UPDATE OF `event_id`, `position`, `streamer_id`, `display_name`, `platform`, `account` ON `event_participants` WHEN (old.`event_id`, old.`position`, old.`streamer_id`, old.`display_name`, old.`platform`, old.`account`) IS NOT (new.`event_id`, new.`position`, new.`streamer_id`, new.`display_name`, new.`platform`, new.`account`)
  AND (EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_participants_delete` AFTER DELETE ON `event_participants` WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_events_insert` AFTER INSERT ON `events` WHEN new.`status` = 'approved' BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_events_update` AFTER UPDATE OF `id`, `slug`, `name`, `description`, `start_at`, `end_at`, `timezone`, `time_certainty`, `status`, `approved_at`, `reviewed_at`, `cancelled_at`, `cancel_reason`, `previous_start_at`, `language`, `platform`, `streaming_account_name`, `game_id`, `category`, `group_id`, `series_id`, `thumbnail_path`, `proof_url`, `additional_info`, `proposer_id`, `created_at` ON `events` WHEN (old.`id`, old.`slug`, old.`name`, old.`description`, old.`start_at`, old.`end_at`, old.`timezone`, old.`time_certainty`, old.`status`, old.`approved_at`, old.`reviewed_at`, old.`cancelled_at`, old.`cancel_reason`, old.`previous_start_at`, old.`language`, old.`platform`, old.`streaming_account_name`, old.`game_id`, old.`category`, old.`group_id`, old.`series_id`, old.`thumbnail_path`, old.`proof_url`, old.`additional_info`, old.`proposer_id`, old.`created_at`) IS NOT (new.`id`, new.`slug`, new.`name`, new.`description`, new.`start_at`, new.`end_at`, new.`timezone`, new.`time_certainty`, new.`status`, new.`approved_at`, new.`reviewed_at`, new.`cancelled_at`, new.`cancel_reason`, new.`previous_start_at`, new.`language`, new.`platform`, new.`streaming_account_name`, new.`game_id`, new.`category`, new.`group_id`, new.`series_id`, new.`thumbnail_path`, new.`proof_url`, new.`additional_info`, new.`proposer_id`, new.`created_at`)
  AND (old.`status` = 'approved' OR new.`status` = 'approved') BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_events_delete` AFTER DELETE ON `events` WHEN old.`status` = 'approved' BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_participation_answers_insert` AFTER INSERT ON `participation_answers` WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved') BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_participation_answers_update` AFTER UPDATE OF `event_id`, `streamer_id`, `answer`, `answered_at`, `display_name`, `platform`, `account` ON `participation_answers` WHEN (old.`event_id`, old.`streamer_id`, old.`answer`, old.`answered_at`, old.`display_name`, old.`platform`, old.`account`) IS NOT (new.`event_id`, new.`streamer_id`, new.`answer`, new.`answered_at`, new.`display_name`, new.`platform`, new.`account`)
  AND (EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_participation_answers_delete` AFTER DELETE ON `participation_answers` WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_broadcasts_insert` AFTER INSERT ON `event_broadcasts` WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved') BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_broadcasts_update` AFTER UPDATE ON `event_broadcasts` WHEN ((old.`event_id`, old.`platform`, old.`name_key`, old.`is_on_air`, old.`stream_id`, old.`title`, old.`since`, old.`vod_url`) IS NOT (new.`event_id`, new.`platform`, new.`name_key`, new.`is_on_air`, new.`stream_id`, new.`title`, new.`since`, new.`vod_url`)
  OR old.`fresh_until` <= new.`polled_at`
    OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id`
      AND old.`polled_at` < `start_at` AND new.`polled_at` >= `start_at`))
  AND (EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') OR EXISTS (SELECT 1 FROM `events` WHERE `id` = new.`event_id` AND `status` = 'approved')) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_event_broadcasts_delete` AFTER DELETE ON `event_broadcasts` WHEN EXISTS (SELECT 1 FROM `events` WHERE `id` = old.`event_id` AND `status` = 'approved') BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_platform_pictures_insert` AFTER INSERT ON `platform_pictures` WHEN new.`path` IS NOT NULL BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_platform_pictures_update` AFTER UPDATE OF `kind`, `platform`, `subject`, `path` ON `platform_pictures` WHEN (old.`kind`, old.`platform`, old.`subject`, old.`path`) IS NOT (new.`kind`, new.`platform`, new.`subject`, new.`path`)
  AND (old.`path` IS NOT NULL OR new.`path` IS NOT NULL) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_platform_pictures_delete` AFTER DELETE ON `platform_pictures` WHEN old.`path` IS NOT NULL BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
