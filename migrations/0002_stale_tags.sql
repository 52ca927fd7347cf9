CREATE TABLE `stale_tags` (
	`tag` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
