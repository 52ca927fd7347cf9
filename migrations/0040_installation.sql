CREATE TABLE `installation` (
	`id` integer PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL
);
--> statement-breakpoint
-- written by hand
INSERT INTO `installation` VALUES (1, lower(hex(randomblob(8))));
