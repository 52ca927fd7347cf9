CREATE TABLE `section_picks` (
	`section` text PRIMARY KEY NOT NULL,
	`ids` text NOT NULL,
	`picked_at` integer NOT NULL,
	`content_version` text NOT NULL
);
--> statement-breakpoint
DROP INDEX `deliveries_due_by_priority`;--> statement-breakpoint
ALTER TABLE `event_groups` ADD `event_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `events_category` ON `events` (`category`,`status`,`start_at`,`id`,`end_at`,`cancelled_at`);
--> statement-breakpoint
UPDATE `event_groups` SET `event_count` =
  (SELECT count(*) FROM `events` WHERE `group_id` = `event_groups`.`id` AND `status` = 'approved');
--> statement-breakpoint
CREATE TRIGGER `event_count_after_insert` AFTER INSERT ON `events`
WHEN new.`status` = 'approved' AND new.`group_id` IS NOT NULL
BEGIN
  UPDATE `event_groups` SET `event_count` = `event_count` + 1 WHERE `id` = new.`group_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `event_count_after_update` AFTER UPDATE OF `status`, `group_id` ON `events`
WHEN (old.`status` = 'approved', old.`group_id`) IS NOT (new.`status` = 'approved', new.`group_id`)
BEGIN
  UPDATE `event_groups` SET `event_count` = `event_count` - 1
    WHERE `id` = old.`group_id` AND old.`status` = 'approved';
  UPDATE `event_groups` SET `event_count` = `event_count` + 1
    WHERE `id` = new.`group_id` AND new.`status` = 'approved';
END;
--> statement-breakpoint
CREATE TRIGGER `event_count_after_delete` AFTER DELETE ON `events`
WHEN old.`status` = 'approved' AND old.`group_id` IS NOT NULL
BEGIN
  UPDATE `event_groups` SET `event_count` = `event_count` - 1 WHERE `id` = old.`group_id`;
END;
