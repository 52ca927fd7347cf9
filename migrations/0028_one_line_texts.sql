-- Names and titles are one line: what the API refuses or folds by now becomes one space in older rows.
UPDATE `events` SET `name` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`events`.`name`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`events`.`name`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `name` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `name` GLOB '*  *';
--> statement-breakpoint
UPDATE `events` SET `streaming_account_name` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`events`.`streaming_account_name`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`events`.`streaming_account_name`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `streaming_account_name` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `streaming_account_name` GLOB '*  *';
--> statement-breakpoint
UPDATE `event_participants` SET `display_name` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`event_participants`.`display_name`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`event_participants`.`display_name`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `display_name` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `display_name` GLOB '*  *';
--> statement-breakpoint
UPDATE `games` SET `name` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`games`.`name`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`games`.`name`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `name` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `name` GLOB '*  *';
--> statement-breakpoint
UPDATE OR IGNORE `games` SET `name_key` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`games`.`name_key`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`games`.`name_key`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `name_key` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `name_key` GLOB '*  *';
--> statement-breakpoint
UPDATE `streamers` SET `display_name` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`streamers`.`display_name`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`streamers`.`display_name`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `display_name` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `display_name` GLOB '*  *';
--> statement-breakpoint
UPDATE `streamers` SET `name_key` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`streamers`.`name_key`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`streamers`.`name_key`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `name_key` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `name_key` GLOB '*  *';
--> statement-breakpoint
UPDATE `streaming_accounts` SET `name` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`streaming_accounts`.`name`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`streaming_accounts`.`name`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `name` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `name` GLOB '*  *';
--> statement-breakpoint
UPDATE OR IGNORE `streaming_accounts` SET `name_key` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`streaming_accounts`.`name_key`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`streaming_accounts`.`name_key`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `name_key` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `name_key` GLOB '*  *';
--> statement-breakpoint
UPDATE `event_groups` SET `name` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`event_groups`.`name`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`event_groups`.`name`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `name` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `name` GLOB '*  *';
--> statement-breakpoint
UPDATE OR IGNORE `event_groups` SET `name_key` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`event_groups`.`name_key`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`event_groups`.`name_key`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `name_key` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `name_key` GLOB '*  *';
--> statement-breakpoint
UPDATE `event_groups` SET `venue` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`event_groups`.`venue`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`event_groups`.`venue`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `venue` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `venue` GLOB '*  *';
--> statement-breakpoint
UPDATE `articles` SET `title` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`articles`.`title`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`articles`.`title`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `title` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `title` GLOB '*  *';
--> statement-breakpoint
UPDATE `deals` SET `partner` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`deals`.`partner`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`deals`.`partner`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `partner` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `partner` GLOB '*  *';
--> statement-breakpoint
UPDATE `deals` SET `title` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`deals`.`title`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`deals`.`title`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `title` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `title` GLOB '*  *';
--> statement-breakpoint
UPDATE `deals` SET `code` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`deals`.`code`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`deals`.`code`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `code` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `code` GLOB '*  *';
--> statement-breakpoint
UPDATE `campaigns` SET `name` = (
  WITH RECURSIVE `read` (`at`, `line`, `code`) AS (
    SELECT 1, '', unicode(`campaigns`.`name`)
    UNION ALL
    SELECT `at` + 1,
      `line` || CASE
        WHEN NOT (`code` <= 32 OR `code` BETWEEN 127 AND 160 OR `code` BETWEEN 8192 AND 8203
          OR `code` BETWEEN 8232 AND 8239 OR `code` BETWEEN 8294 AND 8297
          OR `code` IN (5760, 6158, 8287, 8288, 12288, 65279, 65534, 65535)) THEN char(`code`)
        WHEN `line` = '' OR `line` LIKE '% ' THEN ''
        ELSE ' '
      END,
      unicode(substr(`campaigns`.`name`, `at` + 1, 1))
    FROM `read` WHERE `code` IS NOT NULL
  )
  SELECT coalesce(nullif(rtrim(`line`), ''), '?') FROM `read` ORDER BY `at` DESC LIMIT 1
)
WHERE `name` GLOB '*[' || char(1, 45, 31, 127, 45, 160, 5760, 6158, 8192, 45, 8203, 8232, 45, 8239, 8287, 8288, 8294, 45, 8297, 12288, 65279, 65534, 65535) || ']*' OR `name` GLOB '*  *';
