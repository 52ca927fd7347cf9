ALTER TABLE `games` ADD `is_game` integer DEFAULT true NOT NULL;
--> statement-breakpoint
DROP TRIGGER `content_version_games_update`;
--> statement-breakpoint
CREATE TRIGGER `content_version_games_update` AFTER UPDATE OF `id`, `slug`, `name`, `name_key`, `description`, `thumbnail_path`, `is_game`, `created_at` ON `games` WHEN (old.`id`, old.`slug`, old.`name`, old.`name_key`, old.`description`, old.`thumbnail_path`, old.`is_game`, old.`created_at`) IS NOT (new.`id`, new.`slug`, new.`name`, new.`name_key`, new.`description`, new.`thumbnail_path`, new.`is_game`, new.`created_at`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
UPDATE `games` SET `is_game` = 0 WHERE `name_key` IN (
  'animals, aquariums, and zoos',
  'art',
  'asmr',
  'beauty & body art',
  'co-working & studying',
  'djs',
  'fitness & health',
  'food & drink',
  'games + demos',
  'i''m only sleeping',
  'irl',
  'just chatting',
  'makers & crafting',
  'music',
  'politics',
  'pools, hot tubs, and beaches',
  'retro',
  'science & technology',
  'software and game development',
  'special events',
  'sports',
  'talk shows & podcasts',
  'travel & outdoors'
);
