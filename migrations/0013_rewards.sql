DROP TABLE `achievement_rarity`;--> statement-breakpoint
CREATE TABLE `achievement_holders` (
	`achievement` text PRIMARY KEY NOT NULL,
	`holders` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `achievement_progress` (
	`user_id` integer NOT NULL,
	`counter` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`user_id`, `counter`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `achievement_rules` (
	`achievement` text PRIMARY KEY NOT NULL,
	`after_user_id` integer DEFAULT 0 NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE TABLE `leaderboard_counts` (
	`period` text NOT NULL,
	`scale` integer NOT NULL,
	`bucket` integer NOT NULL,
	`members` integer NOT NULL,
	PRIMARY KEY(`period`, `scale`, `bucket`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `leaderboard_entries` (
	`period` text NOT NULL,
	`user_id` integer NOT NULL,
	`xp` integer NOT NULL,
	`is_shown` integer NOT NULL,
	PRIMARY KEY(`period`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `leaderboard_entries_rank` ON `leaderboard_entries` (`period`,"xp" desc,`user_id`) WHERE "leaderboard_entries"."is_shown" = 1 and "leaderboard_entries"."xp" > 0;--> statement-breakpoint
CREATE INDEX `leaderboard_entries_user` ON `leaderboard_entries` (`user_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `is_gamified` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `gamification_suspended_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `is_ranked` integer GENERATED ALWAYS AS (is_active and not is_soft_banned and is_on_leaderboard and is_gamified
        and leaderboard_excluded_at is null and gamification_suspended_at is null) VIRTUAL;--> statement-breakpoint
ALTER TABLE `users` ADD `seen_level` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `xp_entries` ADD `facts` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `xp_entries` ADD `traits` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE `unlocked_achievements` RENAME TO `unlocked_before`;--> statement-breakpoint
DROP INDEX `unlocked_achievements_rule`;--> statement-breakpoint
CREATE TABLE `unlocked_achievements` (
	`user_id` integer NOT NULL,
	`achievement` text NOT NULL,
	`unlocked_at` integer NOT NULL,
	`seen_at` integer,
	PRIMARY KEY(`user_id`, `achievement`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `unlocked_achievements` SELECT `user_id`, `achievement`, `unlocked_at`, `seen_at`
  FROM `unlocked_before`;--> statement-breakpoint
DROP TABLE `unlocked_before`;--> statement-breakpoint
CREATE INDEX `unlocked_achievements_rule` ON `unlocked_achievements` (`achievement`);--> statement-breakpoint
CREATE TRIGGER `xp_entries_after_insert_progress` AFTER INSERT ON `xp_entries`
WHEN new.`is_reversal` = 0 AND new.`round` = 0 BEGIN
  INSERT INTO `achievement_progress` (`user_id`, `counter`, `value`)
    SELECT new.`user_id`, j.`value`, 1 FROM json_each(new.`traits`) j WHERE true
    ON CONFLICT (`user_id`, `counter`) DO UPDATE SET `value` = `achievement_progress`.`value` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `xp_entries_after_insert_leaderboard` AFTER INSERT ON `xp_entries`
WHEN new.`points` <> 0 BEGIN
  INSERT INTO `leaderboard_entries` (`period`, `user_id`, `xp`, `is_shown`)
    SELECT j.`value`, u.`id`, new.`points`, u.`is_ranked` FROM `users` u, json_each(json_array('all',
      'month-' || strftime('%Y-%m', new.`at` / 1000, 'unixepoch'),
      'week-' || date(new.`at` / 1000, 'unixepoch', '-6 days', 'weekday 1'))) j
    WHERE u.`id` = new.`user_id`
    ON CONFLICT (`period`, `user_id`) DO UPDATE SET `xp` = `xp` + excluded.`xp`;
END;
--> statement-breakpoint
CREATE TRIGGER `leaderboard_entries_after_insert` AFTER INSERT ON `leaderboard_entries`
WHEN new.`is_shown` = 1 AND new.`xp` > 0 BEGIN
  INSERT INTO `leaderboard_counts` (`period`, `scale`, `bucket`, `members`)
    VALUES (new.`period`, 0, new.`xp`, 1), (new.`period`, 7, new.`xp` >> 7, 1)
    ON CONFLICT (`period`, `scale`, `bucket`) DO UPDATE SET `members` = `members` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `leaderboard_entries_after_delete` AFTER DELETE ON `leaderboard_entries`
WHEN old.`is_shown` = 1 AND old.`xp` > 0 BEGIN
  UPDATE `leaderboard_counts` SET `members` = `members` - 1 WHERE `period` = old.`period`
    AND (`scale` = 0 AND `bucket` = old.`xp` OR `scale` = 7 AND `bucket` = old.`xp` >> 7);
  DELETE FROM `leaderboard_counts` WHERE `period` = old.`period` AND `members` = 0
    AND (`scale` = 0 AND `bucket` = old.`xp` OR `scale` = 7 AND `bucket` = old.`xp` >> 7);
END;
--> statement-breakpoint
CREATE TRIGGER `leaderboard_entries_after_update_out` AFTER UPDATE OF `xp`, `is_shown` ON `leaderboard_entries`
WHEN old.`is_shown` = 1 AND old.`xp` > 0 BEGIN
  UPDATE `leaderboard_counts` SET `members` = `members` - 1 WHERE `period` = old.`period`
    AND (`scale` = 0 AND `bucket` = old.`xp` OR `scale` = 7 AND `bucket` = old.`xp` >> 7);
  DELETE FROM `leaderboard_counts` WHERE `period` = old.`period` AND `members` = 0
    AND (`scale` = 0 AND `bucket` = old.`xp` OR `scale` = 7 AND `bucket` = old.`xp` >> 7);
END;
--> statement-breakpoint
CREATE TRIGGER `leaderboard_entries_after_update_in` AFTER UPDATE OF `xp`, `is_shown` ON `leaderboard_entries`
WHEN new.`is_shown` = 1 AND new.`xp` > 0 BEGIN
  INSERT INTO `leaderboard_counts` (`period`, `scale`, `bucket`, `members`)
    VALUES (new.`period`, 0, new.`xp`, 1), (new.`period`, 7, new.`xp` >> 7, 1)
    ON CONFLICT (`period`, `scale`, `bucket`) DO UPDATE SET `members` = `members` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `users_after_update_ranked` AFTER UPDATE OF `is_active`, `is_soft_banned`, `is_on_leaderboard`,
  `is_gamified`, `leaderboard_excluded_at`, `gamification_suspended_at` ON `users`
WHEN new.`is_ranked` <> old.`is_ranked` BEGIN
  UPDATE `leaderboard_entries` SET `is_shown` = new.`is_ranked` WHERE `user_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `users_after_insert_holders` AFTER INSERT ON `users` BEGIN
  INSERT INTO `achievement_holders` VALUES ('members', 1)
    ON CONFLICT (`achievement`) DO UPDATE SET `holders` = `holders` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `users_after_delete_holders` AFTER DELETE ON `users` BEGIN
  UPDATE `achievement_holders` SET `holders` = `holders` - 1 WHERE `achievement` = 'members';
END;
--> statement-breakpoint
CREATE TRIGGER `unlocked_achievements_after_insert` AFTER INSERT ON `unlocked_achievements` BEGIN
  INSERT INTO `achievement_holders` VALUES (new.`achievement`, 1)
    ON CONFLICT (`achievement`) DO UPDATE SET `holders` = `holders` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `unlocked_achievements_after_delete` AFTER DELETE ON `unlocked_achievements` BEGIN
  UPDATE `achievement_holders` SET `holders` = `holders` - 1 WHERE `achievement` = old.`achievement`;
  DELETE FROM `achievement_holders` WHERE `achievement` = old.`achievement` AND `holders` = 0;
END;
--> statement-breakpoint
INSERT INTO `achievement_holders` SELECT 'members', count(*) FROM `users`;
--> statement-breakpoint
INSERT INTO `achievement_holders` SELECT `achievement`, count(*) FROM `unlocked_achievements`
  GROUP BY `achievement`;
--> statement-breakpoint
-- Levels that were reached before are not announced now.
UPDATE `users` SET `seen_level` = 1 + (SELECT count(*) FROM json_each('[100, 355, 796, 1446, 2324, 3447, 4830, 6486, 8428, 10667, 13213, 16076, 19266, 22792, 26662,
  30884, 35467, 40417, 45742, 51449, 57544, 64034, 70926, 78225, 85938, 94070, 102627, 111615,
  121039, 130904, 141216, 151979, 163199, 174880, 187028, 199647, 212741, 226315, 240373, 254920,
  269960, 285498, 301537, 318082, 335136, 352704, 370790, 389397, 408529, 428190, 448384, 469114,
  490384, 512198, 534559, 557471, 580937, 604960, 629544, 654692, 680408, 706694, 733554, 760991,
  789009, 817610, 846798, 876575, 906945, 937911, 969475, 1001641, 1034412, 1067790, 1101779,
  1136381, 1171599, 1207436, 1243894, 1280977, 1318687, 1357027, 1395999, 1435606, 1475851,
  1516737, 1558266, 1600441, 1643264, 1686738, 1730865, 1775648, 1821089, 1867191, 1913957,
  1961388, 2009488, 2058258, 2107701]')
  WHERE `value` <= `users`.`total_xp`);
--> statement-breakpoint
INSERT INTO `leaderboard_entries` (`period`, `user_id`, `xp`, `is_shown`)
  SELECT j.`value`, x.`user_id`, sum(x.`points`), u.`is_ranked`
  FROM `xp_entries` x JOIN `users` u ON u.`id` = x.`user_id`, json_each(json_array('all',
    'month-' || strftime('%Y-%m', x.`at` / 1000, 'unixepoch'),
    'week-' || date(x.`at` / 1000, 'unixepoch', '-6 days', 'weekday 1'))) j
  WHERE x.`points` <> 0 GROUP BY j.`value`, x.`user_id`;
