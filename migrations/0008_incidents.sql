CREATE TABLE `incidents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	`note` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_open` ON `incidents` (`kind`) WHERE "incidents"."closed_at" is null;--> statement-breakpoint
CREATE INDEX `incidents_closed` ON `incidents` (`closed_at`);
--> statement-breakpoint
CREATE TRIGGER `late_deliveries_after_update` AFTER UPDATE OF `status` ON `deliveries`
    WHEN coalesce(old.`lateness_class` IN (0, 8, 9, 10, 11, 12), 0) <> coalesce(new.`lateness_class` IN (0, 8, 9, 10, 11, 12), 0) BEGIN UPDATE `delivery_counts` SET `count` = `count` - 1 WHERE coalesce(old.`lateness_class` IN (0, 8, 9, 10, 11, 12), 0) AND `state` = 'late' AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel`;
  DELETE FROM `delivery_counts` WHERE coalesce(old.`lateness_class` IN (0, 8, 9, 10, 11, 12), 0) AND `state` = 'late' AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel` AND `count` <= 0; INSERT INTO `delivery_counts` (`state`, `hour`, `channel`, `count`)
  SELECT 'late', new.`next_at` / 3600000, new.`channel`, 1 WHERE coalesce(new.`lateness_class` IN (0, 8, 9, 10, 11, 12), 0)
  ON CONFLICT (`state`, `hour`, `channel`) DO UPDATE SET `count` = `count` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `late_deliveries_after_delete` AFTER DELETE ON `deliveries` WHEN coalesce(old.`lateness_class` IN (0, 8, 9, 10, 11, 12), 0)
    BEGIN UPDATE `delivery_counts` SET `count` = `count` - 1 WHERE coalesce(old.`lateness_class` IN (0, 8, 9, 10, 11, 12), 0) AND `state` = 'late' AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel`;
  DELETE FROM `delivery_counts` WHERE coalesce(old.`lateness_class` IN (0, 8, 9, 10, 11, 12), 0) AND `state` = 'late' AND `hour` = old.`next_at` / 3600000 AND `channel` = old.`channel` AND `count` <= 0; END;
--> statement-breakpoint
CREATE TRIGGER `content_version_incidents_insert` AFTER INSERT ON `incidents` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_incidents_update` AFTER UPDATE OF `id`, `kind`, `opened_at`, `closed_at`, `note` ON `incidents` WHEN (old.`id`, old.`kind`, old.`opened_at`, old.`closed_at`, old.`note`) IS NOT (new.`id`, new.`kind`, new.`opened_at`, new.`closed_at`, new.`note`) BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
--> statement-breakpoint
CREATE TRIGGER `content_version_incidents_delete` AFTER DELETE ON `incidents` BEGIN UPDATE `content_version` SET `version` = hex(randomblob(8)); END;
