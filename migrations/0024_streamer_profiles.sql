ALTER TABLE `streamers` ADD `bio` text;--> statement-breakpoint
ALTER TABLE `streamers` ADD `links` text DEFAULT '[]' NOT NULL;