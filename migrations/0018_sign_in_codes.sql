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
CREATE INDEX `sign_in_codes_email` ON `sign_in_codes` (`email_key`,`created_at`);