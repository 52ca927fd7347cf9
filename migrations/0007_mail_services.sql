ALTER TABLE `deliveries` ADD `provider` text;--> statement-breakpoint
ALTER TABLE `delivery_providers` ADD `calls_per_second` real;