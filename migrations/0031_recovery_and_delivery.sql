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
ALTER TABLE `audit_entries` ADD `former_actor` text;--> statement-breakpoint
ALTER TABLE `users` ADD `signup_expires_at` integer;--> statement-breakpoint
CREATE INDEX `users_signup_expires` ON `users` (`signup_expires_at`) WHERE "users"."signup_expires_at" is not null;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `batch` text;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `priority` integer GENERATED ALWAYS AS (case
    when channel not in ('email', 'discord', 'push', 'in_app') then 0
    when batch is not null then 7
    when kind in ('verify_email', 'account_exists', 'reset_password', 'password_changed', 'change_email', 'email_change_asked', 'sign_in_method_changed', 'session_revoked', 'delete_account') then 1
    when kind = 'reminder' then iif(iif(json_valid(payload), payload ->> 'hours', null) = 1, 2, 4)
    when kind in ('event_changed', 'event_cancelled') then 3
    when kind = 'campaign' then 6
    else 5 end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `deliveries_batch` ON `deliveries` (`batch`) WHERE "deliveries"."batch" is not null;--> statement-breakpoint
CREATE INDEX `deliveries_queue` ON `deliveries` (`priority`,`channel`,`next_at`) WHERE "deliveries"."status" = 'pending';