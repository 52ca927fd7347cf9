ALTER TABLE `account_tokens` ADD `return_path` text;--> statement-breakpoint
ALTER TABLE `account_tokens` ADD `pending_action` text;--> statement-breakpoint
ALTER TABLE `account_tokens` ADD `resumed_at` integer;--> statement-breakpoint
ALTER TABLE `account_tokens` ADD `continued_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `is_time_zone_chosen` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `is_date_format_chosen` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `hour_cycle` text;--> statement-breakpoint
ALTER TABLE `users` ADD `onboarding_skipped_at` integer;--> statement-breakpoint
UPDATE `users` SET `is_time_zone_chosen` = `timezone_name` <> 'Europe/Paris',
  `is_date_format_chosen` = `date_format_id` <> 'dmy';
