# The processes that Varnish asks and who may purge, as /etc/varnish/varnish-backends.vcl beside deploy/varnish.vcl. Change the ports; for
# one process remove the second everywhere.
probe ready {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 2s;
  # A process that is leaving says so for three seconds (LEAVE_SECONDS): it gets nothing more after two of them.
  .window = 3;
  .threshold = 2;
  .initial = 3;
}

backend first {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  .first_byte_timeout = 90s;
  .probe = ready;
}

backend second {
  .host = "127.0.0.1";
  .port = "3001";
  .connect_timeout = 2s;
  .first_byte_timeout = 90s;
  .probe = ready;
}

sub vcl_init {
  new processes = directors.round_robin();
  processes.add_backend(first);
  processes.add_backend(second);
}

acl purgers {
  "127.0.0.1";
  "::1";
}
