CREATE TABLE `alerts` (
	`name` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`raised_at` integer NOT NULL,
	`told_at` integer
);
