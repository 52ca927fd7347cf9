CREATE TABLE `own_reminders` (
	`user_id` integer NOT NULL,
	`event_id` integer,
	`slot` integer NOT NULL,
	`mark` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "own_reminders_bound" CHECK("own_reminders"."slot" in (1, 2))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `own_reminders_general` ON `own_reminders` (`user_id`,`slot`) WHERE "own_reminders"."event_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `own_reminders_event` ON `own_reminders` (`user_id`,`event_id`,`slot`);--> statement-breakpoint
CREATE INDEX `own_reminders_mark` ON `own_reminders` (`mark`);--> statement-breakpoint
CREATE INDEX `own_reminders_of_event` ON `own_reminders` (`event_id`) WHERE "own_reminders"."event_id" is not null;--> statement-breakpoint
CREATE TABLE `reminder_evenings` (
	`time_zone` text NOT NULL,
	`at` integer NOT NULL,
	`day_from` integer NOT NULL,
	`day_to` integer NOT NULL,
	PRIMARY KEY(`time_zone`, `at`)
);
--> statement-breakpoint
DROP INDEX `deliveries_queue`;--> statement-breakpoint
ALTER TABLE `deliveries` DROP COLUMN `priority`;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `priority` integer GENERATED ALWAYS AS (case
    when channel not in ('email', 'discord', 'push', 'in_app') then 0
    when batch is not null then 7
    when kind in ('verify_email', 'account_exists', 'reset_password', 'password_changed', 'change_email', 'email_change_asked', 'sign_in_method_changed', 'session_revoked', 'delete_account') then 1
    when kind = 'reminder' then iif(iif(json_valid(payload), payload ->> 'hours', null)
      in (1, -30, -15, -10), 2, 4)
    when kind in ('event_changed', 'event_cancelled') then 3
    when kind in ('campaign', 'service_notice') then 6
    else 5 end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `deliveries_queue` ON `deliveries` (`priority`,`channel`,`next_at`) WHERE "deliveries"."status" = 'pending';