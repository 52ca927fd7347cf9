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
ALTER TABLE `users` ADD `marketing_asked_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `is_date_format_doubtful` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- written by hand
-- Stored before an act was asked for: nobody is written to about it.
UPDATE users SET marketing_asked_at = 0 WHERE is_marketing = 1;
--> statement-breakpoint
-- The first step of the onboarding saved these five at once, and the clock beside the format stayed.
UPDATE users SET is_date_format_doubtful = 1
WHERE is_date_format_chosen = 1 AND is_time_zone_chosen = 1 AND is_language_chosen = 1
  AND is_marketing IS NOT NULL AND hour_cycle IS NULL;
