ALTER TABLE `users` ADD `is_language_chosen` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- The welcome steps begin with the language.
UPDATE `users` SET `is_language_chosen` = 1 WHERE `onboarded_at` IS NOT NULL;
