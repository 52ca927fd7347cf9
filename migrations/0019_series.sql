ALTER TABLE `events` ADD `series_id` text;--> statement-breakpoint
ALTER TABLE `events` ADD `series_key` text;--> statement-breakpoint
CREATE INDEX `events_series` ON `events` (`series_key`,`status`,`start_at`,`id`);
--> statement-breakpoint
-- The one definition of a series, beside `events.series_key`: the accents are those of Latin-1 and of
-- French. In steps, as the parser takes some thirty brackets within one another.
CREATE TRIGGER `events_series_after_update` AFTER UPDATE OF `name`, `group_id`, `series_id` ON `events`
WHEN (old.`name`, old.`group_id`, old.`series_id`) IS NOT (new.`name`, new.`group_id`, new.`series_id`)
  OR new.`series_key` IS NULL AND coalesce(new.`series_id`, new.`group_id`) IS NOT NULL
BEGIN
  UPDATE `events` SET `series_key` = coalesce('s:' || new.`series_id`, 'g' || new.`group_id` || ':' || (
      SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`t`, '9', ''), char(768), ''), char(769), ''), char(770), ''), char(771), ''), char(776), ''), char(778), ''), char(807), ''), ' ', ''), char(9), ''), char(10), ''), char(13), ''), char(160), ''), char(8239), '') AS `t`
      FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`t`, 'Œ', 'oe'), 'œ', 'oe'), 'Æ', 'ae'), 'æ', 'ae'), 'ß', 'ss'), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', '') AS `t`
      FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`t`, 'ö', 'o'), 'ø', 'o'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'Ý', 'y'), 'Ÿ', 'y'), 'ý', 'y'), 'ÿ', 'y') AS `t`
      FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`t`, 'î', 'i'), 'ï', 'i'), 'Ñ', 'n'), 'ñ', 'n'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o') AS `t`
      FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`t`, 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ì', 'i'), 'í', 'i') AS `t`
      FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`t`, 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'Ç', 'c'), 'ç', 'c') AS `t`
      FROM (SELECT lower(new.`name`) AS `t`))))))))
    WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_series_after_insert` AFTER INSERT ON `events`
WHEN coalesce(new.`series_id`, new.`group_id`) IS NOT NULL
BEGIN
  UPDATE `events` SET `series_id` = `series_id` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
UPDATE `events` SET `series_id` = `series_id` WHERE `group_id` IS NOT NULL;
