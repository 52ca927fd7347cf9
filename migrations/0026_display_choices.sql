ALTER TABLE `users` ADD `density` text;--> statement-breakpoint
ALTER TABLE `users` ADD `motion` text;--> statement-breakpoint
ALTER TABLE `users` ADD `muted` text;